/** How sure the model is that an entry belongs into the turn, the surest first. */
export const confidences = ['high', 'medium', 'low'] as const;
export type Confidence = (typeof confidences)[number];

/** Place in that order: 0 is the surest. */
export function confidenceRank(confidence: Confidence): number {
  return confidences.indexOf(confidence);
}

/** Whether a confidence reaches a threshold. */
export function isConfident(confidence: Confidence, threshold: Confidence): boolean {
  return confidenceRank(confidence) <= confidenceRank(threshold);
}
