import type { SentBook } from '../../core/pipeline/retrieval';
import type { WireGenerationRequest } from '../contract/wire-generation';

/** The lorebooks of cards that a request brings or names, the speaker's first. */
export function readCardBooks({ character, group }: WireGenerationRequest): readonly SentBook[] {
  const speaker = { ...character, name: character?.name ?? group?.speaker ?? '' };
  return [speaker, ...(group?.books ?? [])].flatMap(({ name, avatar = '', book, bookDigest }) => {
    if (book === undefined && bookDigest === undefined) return [];
    const sent = book === undefined ? { ...(bookDigest !== undefined && { digest: bookDigest }) } : { book };
    return [{ card: name, avatar: cardStem(avatar), ...sent }];
  });
}

/** The file name of a card without its ending. */
export function cardStem(avatar: string): string {
  return avatar.replace(/\.(png|webp|jpe?g|gif|avif)$/i, '');
}
