import { Bridge } from './bridge';
import { LoreCommands } from './commands/lore-commands';
import { pageToast } from './commands/toasts';
import { newId } from './new-id';
import { anySeat, sharedSeats, soleSeat } from './relay/seats';
import { reportVersions, tavernVersion } from './self-report';
import { tavernContext } from './tavern-context';
import { tunnelFetch } from './tunnel/tunnel-fetch';
import { browserMemory, isRemoteHost } from './tunnel/way';
import { LoreChips } from './ui/chip';
import { SettingsDrawer } from './ui/drawer';
import { WriterRows } from './ui/writer-rows';
import { pageEditor } from './watch/book-editor';
import { pageVisibility } from './watch/page-visibility';
import type { TavernMessage } from './tavern-context';

/** What the page keeps of this extension between two loads of it. */
interface LorehearthPage {
  /** Named in the manifest; SillyTavern waits for it before every generation. */
  lorehearthGenerateInterceptor?: (
    prompt: readonly TavernMessage[],
    contextSize: number,
    abort: unknown,
    type: unknown,
  ) => Promise<void>;
  /** Takes the running instance out of the page. */
  lorehearthStop?: () => void;
}

const page = globalThis as LorehearthPage;

function start(): void {
  page.lorehearthStop?.();
  const bridge = new Bridge({
    context: tavernContext,
    fetch: (input, init) => fetch(input, init),
    tunnel: {
      fetch: tunnelFetch(tavernContext),
      memory: browserMemory,
      isRemotePage: isRemoteHost(location.hostname),
    },
    // Browsers have them on secure pages alone.
    ...('locks' in navigator && {
      takeSeat: sharedSeats(navigator.locks),
      takeTellingSeat: soleSeat(navigator.locks, 'lorehearth-transcript'),
    }),
    books: {
      fetch: (input, init) => fetch(input, init),
      editor: pageEditor,
      visibility: pageVisibility,
      takeSeat: 'locks' in navigator ? soleSeat(navigator.locks, 'lorehearth-books') : anySeat,
    },
    newId,
    clientName: `SillyTavern at ${location.host}`,
  });
  const chips = new LoreChips(tavernContext, bridge.missed, bridge.cardImport);
  const writerRows = new WriterRows(tavernContext);
  const version = tavernVersion((input, init) => fetch(input, init));
  reportVersions({ link: bridge.link, settings: bridge.settings, tavernVersion: version });
  const drawer = new SettingsDrawer({
    tavernVersion: version,
    bridge,
    context: tavernContext,
    newId,
    editor: pageEditor,
    tell: (text) => pageToast('info', text),
  });
  const commands = new LoreCommands({
    bridge,
    context: tavernContext,
    fetch: bridge.link.fetch,
    newId,
    chatSwitched: () => drawer.refresh(),
    toast: pageToast,
  });
  page.lorehearthGenerateInterceptor = (prompt, contextSize, _abort, type) =>
    bridge.interceptor.intercept(prompt, contextSize, type);
  page.lorehearthStop = () => {
    commands.stop();
    drawer.stop();
    chips.stop();
    writerRows.stop();
    bridge.stop();
  };
  drawer.start();
  chips.start();
  writerRows.start();
  bridge.notepad.onChange(() => writerRows.refresh());
  commands.start();
  bridge.start();
}

/** Called by SillyTavern when the user deletes the extension together with its data. */
export function forgetEverything(): void {
  page.lorehearthStop?.();
  const { extensionSettings, saveSettingsDebounced } = tavernContext();
  delete extensionSettings['lorehearth'];
  saveSettingsDebounced();
}

start();
