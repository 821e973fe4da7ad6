/** SUS-09, readings TA35: the bar has full width; opacity and text colour depend on the score (0 to 1). */
export interface ScoreStyle {
  readonly opacity: number;
  readonly isDark: boolean;
}

const MIN_OPACITY = 0.2;
const DARK_TEXT_FROM = 0.75;

export const computeScoreStyle = (normalized: number): ScoreStyle => ({
  opacity: Math.max(MIN_OPACITY, Math.min(1, normalized)),
  isDark: normalized > DARK_TEXT_FROM,
});
