/**
 * Number of a tile in a PMTiles archive: the tiles of each zoom level along a Hilbert curve, after those of all levels
 * above it.
 * @param x column from the west, @param y row from the north
 */
export function computeTileId(zoom: number, x: number, y: number): number {
  const size = 2 ** zoom;
  let [column, row, distance] = [x, y, 0];
  for (let half = size / 2; half >= 1; half /= 2) {
    const right = (column & half) > 0 ? 1 : 0;
    const lower = (row & half) > 0 ? 1 : 0;
    distance += half * half * ((3 * right) ^ lower);
    if (lower === 1) continue;
    if (right === 1) [column, row] = [size - 1 - column, size - 1 - row];
    [column, row] = [row, column];
  }
  return (4 ** zoom - 1) / 3 + distance;
}
