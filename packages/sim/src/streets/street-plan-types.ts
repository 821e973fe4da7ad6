/** A position on the plane of the plan: metres east and north of its centre. */
export type Spot = readonly [x: number, y: number];

/** Kinds of streets, as the archive of streets names them. */
export type StreetKind =
  | 'motorway'
  | 'trunk'
  | 'primary'
  | 'secondary'
  | 'tertiary'
  | 'residential'
  | 'service'
  | 'path';

/** Something on the map of the demo. */
export interface PlanFeature {
  readonly layer: 'streets' | 'water' | 'green' | 'buildings' | 'places';
  /** A line, a closed ring (first spot repeated at the end) or one spot. */
  readonly form: 'line' | 'ring' | 'spot';
  readonly spots: readonly Spot[];
  /** First zoom level at which it is drawn. */
  readonly fromZoom: number;
  readonly tags: Readonly<Record<string, string>>;
}

/** First zoom level of each kind of street, as in the profile of `varco map`. */
export const STREET_ZOOM: Readonly<Record<StreetKind, number>> = {
  motorway: 6,
  trunk: 6,
  primary: 8,
  secondary: 9,
  tertiary: 10,
  residential: 12,
  service: 13,
  path: 14,
};

/** A street with its name and number; an empty text is left out. */
export const createStreet = (kind: StreetKind, spots: readonly Spot[], name: string, ref = ''): PlanFeature => ({
  layer: 'streets',
  form: 'line',
  spots,
  fromZoom: STREET_ZOOM[kind],
  tags: { kind, ...(name === '' ? {} : { name }), ...(ref === '' ? {} : { ref }) },
});
