type ShowOpenDialog = (options: object) => Promise<unknown>;

/** Whether this app can show the system's folder dialog. */
export function canPickFolder(host: object): boolean {
  return openDialogOf(host) !== undefined;
}

/** Lets the user pick a folder in the system's dialog; undefined when none was picked. `host` is the app's window. */
export async function pickFolder(host: object, title: string): Promise<string | undefined> {
  const show = openDialogOf(host);
  const answer = await show?.({ title, properties: ['openDirectory', 'showHiddenFiles', 'dontAddToRecent'] });
  const paths = property(answer, 'filePaths');
  const picked: readonly unknown[] = Array.isArray(paths) ? paths : [];
  const path = picked[0];
  return typeof path === 'string' ? path : undefined;
}

/** The app hands Electron to its window; it is no documented part of the plugin interface, so nothing is taken on trust. */
function openDialogOf(host: object): ShowOpenDialog | undefined {
  const dialog = property(property(property(host, 'electron'), 'remote'), 'dialog');
  const show = property(dialog, 'showOpenDialog');
  if (typeof show !== 'function') return undefined;
  return async (options) => {
    const answer: unknown = await Reflect.apply(show, dialog, [options]);
    return answer;
  };
}

function property(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null && name in value ? Reflect.get(value, name) : undefined;
}
