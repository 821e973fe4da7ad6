/** What is said of a plant. */
export interface PlantNote {
  /** The same for plants of which the same is said. */
  readonly key: string;
  readonly plant: string;
  /** The sentence about the named plants. */
  readonly say: (plants: string, count: number) => string;
}

/** The sentences about plants: one that is true of several is said once and names them. */
export const mergePlantNotes = (notes: readonly PlantNote[]): readonly string[] =>
  [...Map.groupBy(notes, ({ key }) => key).values()].flatMap((same) => {
    const [first] = same;
    return first === undefined ? [] : [first.say(same.map(({ plant }) => plant).join(', '), same.length)];
  });
