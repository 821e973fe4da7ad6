import type { MapImage } from './overlay.ts';

const SIZE = 24;
const RADIUS = 10.5;
/** Width of one digit: with more the image grows from a disc to a pill. */
const DIGIT = { from: 8.5, to: 15.5 };

/** Marks behind the numbers of a track, in the route colours: a disc that grows with its text. */
export const NUMBER_IMAGES: readonly MapImage[] = (['route1', 'route2', 'route3', 'route4', 'route5'] as const).map(
  (colour) => ({
    id: `number-${colour}`,
    size: SIZE,
    stretch: DIGIT,
    draw: (pen, colours) => {
      pen.beginPath();
      pen.arc(SIZE / 2, SIZE / 2, RADIUS, 0, 2 * Math.PI);
      pen.lineWidth = 2;
      pen.strokeStyle = colours.surface;
      pen.fillStyle = colours[colour];
      pen.fill();
      pen.stroke();
    },
  }),
);
