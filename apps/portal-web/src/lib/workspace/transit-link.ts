/** A transit named by the registry id of its plant and its own opaque id. It says nothing about the plate. */
export interface TransitReference {
  readonly peerId: number;
  readonly transitId: string;
}

/** Text of a reference in an address, `12-8f3a`; null for a plant that is not in the registry, whose number is this user's own. */
export const formatTransitReference = ({ peerId, transitId }: TransitReference): string | null =>
  peerId > 0 ? `${peerId}-${transitId}` : null;

/** The reference in an address; null when it is none. */
export function parseTransitReference(text: string | undefined): TransitReference | null {
  const [, peerId, transitId] = /^([1-9]\d{0,8})-([\w-]{1,64})$/.exec(text ?? '') ?? [];
  return peerId === undefined || transitId === undefined ? null : { peerId: Number(peerId), transitId };
}

/**
 * Link to a transit for a colleague. It carries no plate and no right: whoever opens it is asked for their own sign-in,
 * rights and reason.
 */
export function buildTransitLink(reference: TransitReference): string | null {
  const text = formatTransitReference(reference);
  return text === null ? null : `${globalThis.location.origin}/lpr?transit=${text}`;
}
