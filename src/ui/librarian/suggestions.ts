import type { WireLibrarianTask } from '../../server/contract/wire-librarian';

/** Three things that the user could say first. `opening` is what the server suggests for the task; empty for nothing. */
export function suggestionsFor(task: WireLibrarianTask, opening: string): readonly string[] {
  const [first, ...others] = byTask(task);
  return opening === '' ? [first, ...others] : [opening, ...others];
}

function byTask(task: WireLibrarianTask): readonly [string, string, string] {
  switch (task.kind) {
    case 'free':
      return [
        'Read the last messages of the chat. Which names, places and facts does the lore not know yet?',
        'Which entries say something else than the story by now? Propose what to change.',
        'Which entries have weak keys or no summary? Propose better ones for the five worst.',
      ];
    case 'gap':
      return [
        `Please look into “${task.title}”, and draft an entry or a change.`,
        `What does the story say about “${task.title}”? Quote it, with nothing made up.`,
        `Does the lore know “${task.title}” under another name? Look for entries that are alike first.`,
      ];
    case 'entry':
      return [
        `Please look at “${task.title}”: is it still right, and what would make it better?`,
        `Compare “${task.title}” with the chat. What is out of date?`,
        `Propose better keys and a summary for “${task.title}”.`,
      ];
  }
}
