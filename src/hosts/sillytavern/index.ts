import { Bridge } from './bridge';
import { LoreCommands } from './commands/lore-commands';
import { pageToast } from './commands/toasts';
import { newId } from './new-id';
import { sharedSeats } from './relay/seats';
import { tavernContext } from './tavern-context';
import { tunnelFetch } from './tunnel/tunnel-fetch';
import { browserMemory, isRemoteHost } from './tunnel/way';
import { LoreChips } from './ui/chip';
import { SettingsDrawer } from './ui/drawer';
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
    ...('locks' in navigator && { takeSeat: sharedSeats(navigator.locks) }),
    newId,
    clientName: `SillyTavern at ${location.host}`,
  });
  const chips = new LoreChips(tavernContext, bridge.missed);
  const drawer = new SettingsDrawer({ bridge, context: tavernContext, newId });
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
    bridge.stop();
  };
  drawer.start();
  chips.start();
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
