/** What can become of an injection in the host that puts the prompt together. */
export const deliveryOutcomes = ['delivered', 'moved', 'undelivered'] as const;
export type DeliveryOutcome = (typeof deliveryOutcomes)[number];

/** What a host has seen of one injection in the prompt that it sent. */
export interface Delivery {
  /** The injection's key. */
  readonly key: string;
  readonly outcome: DeliveryOutcome;
  /** Where it stands in the prompt, or should have stood, in the host's words. */
  readonly place: string;
  /** Why it was moved or lost, in one sentence; empty for what was delivered. */
  readonly cause: string;
}
