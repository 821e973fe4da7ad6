import type { ReactElement } from 'react';
import type { HazardFace } from './hazard-symbols.ts';

const RED = '#d8232a';
const YELLOW = '#f6c700';
const PLAIN_COLOURS = {
  orange: '#f2811d',
  green: '#1b8a4b',
  red: RED,
  white: '#fff',
  blue: '#1e5aa8',
  yellow: YELLOW,
} as const;

function Stripes(props: { step: number; start: number; width: number; height: number; fill: string }): ReactElement {
  return (
    <>
      {[0, 1, 2, 3, 4, 5, 6].map((at) => (
        <rect key={at} x={at * props.step + props.start} width={props.width} height={props.height} fill={props.fill} />
      ))}
    </>
  );
}

function drawHalves(above: string, below: string): ReactElement {
  return (
    <>
      <rect width="100" height="50" fill={above} />
      <rect y="50" width="100" height="50" fill={below} />
    </>
  );
}

/** Background of a hazard label on a 100 by 100 square; null for an unknown class. The colors are those of the road signs. */
export function HazardBackground(props: { ground: HazardFace['ground'] | null }): ReactElement {
  const white = <rect width="100" height="100" fill="#fff" />;
  switch (props.ground) {
    case null:
      return (
        <>
          {white}
          <Stripes step={16} start={4} width={3} height={100} fill="#9aa6ad" />
        </>
      );
    case 'redStripes':
      return (
        <>
          {white}
          <Stripes step={15} start={2} width={7.5} height={100} fill={RED} />
        </>
      );
    case 'blackStripes':
      return (
        <>
          {white}
          <Stripes step={14} start={5} width={6} height={50} fill="#111" />
        </>
      );
    case 'redBelow':
      return drawHalves('#fff', RED);
    case 'redOverYellow':
      return drawHalves(RED, YELLOW);
    case 'yellowOverWhite':
      return drawHalves(YELLOW, '#fff');
    case 'blackBelow':
      return (
        <>
          {white}
          <rect y="60" width="100" height="40" fill="#111" />
        </>
      );
    default:
      return <rect width="100" height="100" fill={PLAIN_COLOURS[props.ground]} />;
  }
}
