/** Colours of the map by the names of the design tokens; page and map share one source. */
const TOKEN_BY_COLOUR = {
  land: '--map-land',
  sea: '--map-sea',
  abroad: '--map-urban',
  border: '--map-minor',
  green: '--map-hill',
  building: '--map-urban',
  region: '--map-road-edge',
  coast: '--map-grid',
  highway: '--map-hwy',
  highwayEdge: '--map-hwy-edge',
  road: '--map-road',
  roadEdge: '--map-road-edge',
  text: '--map-tx',
  surface: '--bg-1',
  ink: '--tx-1',
  quiet: '--tx-3',
  line: '--line-2',
  accent: '--ac',
  onAccent: '--ac-on',
  alarm: '--al',
  onAlarm: '--al-on',
  warning: '--wa',
  onWarning: '--wa-on',
  ok: '--ok',
  onOk: '--ok-on',
  info: '--in',
  private: '--pv',
  neutral: '--line-ctl',
  route1: '--route-1',
  route2: '--route-2',
  route3: '--route-3',
  route4: '--route-4',
  route5: '--route-5',
} as const;

export type MapColours = Readonly<Record<keyof typeof TOKEN_BY_COLOUR, string>>;

/** Reads the map colours of the theme that applies to an element. */
export function readMapColours(element: Element): MapColours {
  const style = getComputedStyle(element);
  const entries = Object.entries(TOKEN_BY_COLOUR).map(([key, name]) => [
    key,
    style.getPropertyValue(name).trim() || '#808080',
  ]);
  return Object.fromEntries(entries) as MapColours;
}
