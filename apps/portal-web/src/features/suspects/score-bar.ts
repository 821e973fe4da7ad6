/** SUS-09, readings TA35: the bar has full width; opacity and text colour depend on the score (0 to 1). */
export interface ScoreLook {
  readonly opacity: number;
  readonly isDark: boolean;
}

const LEAST_OPACITY = 0.2;
const DARK_FROM = 0.75;

export const scoreLook = (normalized: number): ScoreLook => ({
  opacity: Math.max(LEAST_OPACITY, Math.min(1, normalized)),
  isDark: normalized > DARK_FROM,
});
