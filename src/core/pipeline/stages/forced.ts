import type { LoreEntry } from '../../lore/lore-entry';
import { plainCandidate, type Candidate } from '../candidate';
import type { TurnContext } from '../turn-context';

/** Entries that need no key, the strongest reason first: pins, constants, bootstraps of a new chat, those held over from earlier turns, and those with @@activate. */
export function forcedCandidates(context: TurnContext): readonly Candidate[] {
  return [
    ...entriesOf(context.chat.pins.map(context.currentId), context).map((entry) =>
      plainCandidate(entry, 'pin', 'forced', 'You pinned it in this chat.'),
    ),
    ...entriesOf(context.index.forced, context).flatMap((entry) => forcedByItself(entry, context)),
    ...entriesOf(context.history.ids(), context).flatMap((entry) => heldOver(entry, context)),
    ...entriesOf(context.index.forced, context)
      .filter((entry) => entry.decorators.activate)
      .map((entry) => plainCandidate(entry, 'activate', 'forced', 'It has @@activate.')),
  ];
}

function entriesOf(ids: Iterable<string>, { index }: TurnContext): readonly LoreEntry[] {
  return [...ids].flatMap((id) => index.entries.get(id) ?? []);
}

function forcedByItself(entry: LoreEntry, { request, settings }: TurnContext): readonly Candidate[] {
  if (entry.constant) return [plainCandidate(entry, 'constant', 'forced', 'The entry is constant.')];
  if (!entry.bootstrap || request.total > settings.newChatThreshold) return [];
  const detail = `The chat is new: ${String(request.total)} of up to ${String(settings.newChatThreshold)} messages.`;
  return [plainCandidate(entry, 'bootstrap', 'forced', detail)];
}

function heldOver(entry: LoreEntry, { history }: TurnContext): readonly Candidate[] {
  const { sticky } = entry.properties;
  const fired = history.of(entry.id).lastFired;
  if (!fired || entry.constant) return [];
  if (entry.decorators.keepActivateAfterMatch) {
    return [plainCandidate(entry, 'kept', 'forced', `It was found for message ${String(fired.index)} and stays.`)];
  }
  if (sticky === undefined || sticky.count === 0) return [];
  const passed = sticky.unit === 'messages' ? fired.messagesSince : fired.repliesSince + 1;
  if (passed > sticky.count) return [];
  const detail = `It was found for message ${String(fired.index)} and stays for ${String(sticky.count)} ${sticky.unit}.`;
  return [plainCandidate(entry, 'sticky', 'forced', detail)];
}
