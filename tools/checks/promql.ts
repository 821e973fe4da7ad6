/** A selector of an expression: `up{job="varco"}` has the name `up` and one matcher. */
export interface Selector {
  readonly name: string;
  readonly matchers: readonly { readonly label: string; readonly operator: string; readonly value: string }[];
}

/** What an expression of Prometheus names: its selectors, and the labels it groups or joins by. */
export interface NamedInExpression {
  readonly selectors: readonly Selector[];
  readonly grouping: readonly string[];
}

const STRING = String.raw`"(?:\\.|[^"\\])*"`;
const GROUPING = /\b(?:by|without|on|ignoring|group_left|group_right)\s*\(([^)]*)\)/g;
const SELECTOR = new RegExp(String.raw`([A-Za-z_:][\w:]*)?\s*(\{(?:[^"{}]|${STRING})*\})`, 'g');
const MATCHER = new RegExp(String.raw`(\w+)\s*(=~|!~|!=|=)\s*(${STRING})`, 'g');
const RANGE_OR_OFFSET = /\[[^\]]*\]|\boffset\s+\w+/g;
/** A name that is no call and no part of a number or variable. */
const BARE_NAME = /(?<![\w:.$])[A-Za-z_:][\w:]*(?![\w:]|\s*\()/g;
const OPERATORS = new Set(['and', 'or', 'unless', 'bool', 'atan2']);

/** Reads what an expression names. It is no parser: whether the expression is valid, promtool says. */
export function readExpression(expression: string): NamedInExpression {
  const selectors: Selector[] = [];
  const grouping: string[] = [];
  const withoutSelectors = expression.replaceAll(SELECTOR, (_, name: string | undefined, braces: string) => {
    selectors.push({ name: name ?? '', matchers: readMatchers(braces) });
    return ' 0 ';
  });
  const rest = withoutSelectors.replaceAll(RANGE_OR_OFFSET, ' ').replaceAll(GROUPING, (_, labels: string) => {
    grouping.push(...labels.split(',').flatMap((label) => label.trim() || []));
    return ' ';
  });
  for (const [name] of rest.replaceAll(new RegExp(STRING, 'g'), ' ').matchAll(BARE_NAME))
    if (!OPERATORS.has(name)) selectors.push({ name, matchers: [] });
  return { selectors, grouping };
}

const readMatchers = (braces: string): Selector['matchers'] =>
  [...braces.matchAll(MATCHER)].map(([, label = '', operator = '', text = '']) => ({
    ...{ label, operator },
    value: String(JSON.parse(text)),
  }));

/** Labels of each metric by its name. */
export type KnownMetrics = ReadonlyMap<string, ReadonlySet<string>>;

/**
 * Complaints about what an expression names that does not exist. `everywhere`: labels that every metric has, from the
 * scrape. Every selector must name the scrape job, else it would take the figures of other programs.
 */
export function findUnknownNames(
  expression: string,
  known: KnownMetrics,
  everywhere: readonly string[],
): readonly string[] {
  const { selectors, grouping } = readExpression(expression);
  const complaints = selectors.flatMap(({ name, matchers }) => {
    const labels = known.get(name);
    if (labels === undefined) return [`no server registers the metric "${name}"`];
    const unknown = matchers.filter(({ label }) => !labels.has(label) && !everywhere.includes(label));
    const isOfVarco = matchers.some(({ label, value }) =>
      label === 'job' ? value === 'varco' : label === 'alertname',
    );
    return [
      ...unknown.map(({ label }) => `${name} has no label "${label}"`),
      ...(isOfVarco ? [] : [`${name} is not limited to job="varco"`]),
    ];
  });
  const all = new Set([...everywhere, ...selectors.flatMap(({ name }) => [...(known.get(name) ?? [])])]);
  return [
    ...complaints,
    ...grouping.filter((label) => !all.has(label)).map((label) => `nothing has the label "${label}"`),
  ];
}
