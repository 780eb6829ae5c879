import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stringify } from 'yaml';
import { characterCardPng, type CharacterCard } from './character-card';
import type { TavernProgram } from './tavern-program';

/** How SillyTavern talks to the model: by turns, or by one continued text. */
export type CompletionKind = 'chat' | 'text';

/** A folder with a `manifest.json`, and the name it is installed under. */
export interface ExtensionSource {
  readonly name: string;
  readonly folder: string;
}

/** What the throw-away installation holds before its first start. */
export interface TavernSetup {
  /** The provider, with `/v1` at its end. */
  readonly modelUrl: string;
  readonly completion: CompletionKind;
  readonly stream: boolean;
  readonly characters: readonly CharacterCard[];
  /** Extensions to copy into place. */
  readonly extensions: readonly ExtensionSource[];
  /** Stored settings of extensions, each under its own key. */
  readonly extensionSettings: Readonly<Record<string, unknown>>;
  readonly userName: string;
  /** Tokens. */
  readonly contextSize: number;
  /** Other computers may open the page, without a password. */
  readonly listen: boolean;
}

/** The folders of one throw-away installation. */
export interface TavernData {
  /** Everything below is gone after `removeTavernData`. */
  readonly folder: string;
  readonly root: string;
  /** `<root>/default-user`. */
  readonly user: string;
  readonly config: string;
}

/** Writes a data root that SillyTavern starts on without asking anything. */
export async function writeTavernData(program: TavernProgram, setup: TavernSetup): Promise<TavernData> {
  const folder = await mkdtemp(join(tmpdir(), 'lorehearth-tavern-'));
  const root = join(folder, 'data');
  const data = { folder, root, user: join(root, 'default-user'), config: join(folder, 'config.yaml') };
  await mkdir(join(data.user, 'characters'), { recursive: true });
  await mkdir(join(data.user, 'extensions'), { recursive: true });
  await symlink(program.builtLibrary, join(root, '_webpack'), 'junction');
  await writeFile(data.config, stringify({ ...serverConfig, listen: setup.listen, securityOverride: setup.listen }));
  await writeFile(join(data.user, 'settings.json'), JSON.stringify(await settings(program, setup), null, 2));
  for (const card of setup.characters) {
    await writeFile(join(data.user, 'characters', `${card.name}.png`), characterCardPng(card));
  }
  for (const extension of setup.extensions) await installExtension(data, extension);
  return data;
}

/** Copies an extension folder over what was there; a page reload loads it. */
export async function installExtension(data: TavernData, { name, folder }: ExtensionSource): Promise<void> {
  const target = join(data.user, 'extensions', name);
  await rm(target, { recursive: true, force: true });
  await cp(folder, target, { recursive: true });
}

/** Deletes the installation. */
export async function removeTavernData({ folder }: TavernData): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 3 });
}

/** Nothing that opens windows, guards doors, or fetches from the network. */
const serverConfig = {
  browserLaunch: { enabled: false },
  whitelistMode: false,
  whitelistDockerHosts: false,
  skipContentCheck: true,
  enableDownloadableTokenizers: false,
  extensions: { enabled: true, autoUpdate: false, models: { autoDownload: false } },
  backups: { chat: { enabled: false } },
};

type Settings = Readonly<Record<string, unknown>>;

/** The shipped settings with only those changed that a player changes on the first evening. */
async function settings(program: TavernProgram, setup: TavernSetup): Promise<Settings> {
  const shipped = asSettings(JSON.parse(await readFile(join(program.folder, 'default/content/settings.json'), 'utf8')));
  const serverUrl = setup.modelUrl.replace(/\/v1$/, '');
  return {
    ...shipped,
    firstRun: false,
    username: setup.userName,
    max_context: setup.contextSize,
    main_api: setup.completion === 'chat' ? 'openai' : 'textgenerationwebui',
    extension_settings: { ...asSettings(shipped['extension_settings']), ...setup.extensionSettings },
    power_user: { ...asSettings(shipped['power_user']), auto_connect: true, reduced_motion: true },
    oai_settings: {
      ...asSettings(shipped['oai_settings']),
      chat_completion_source: 'custom',
      custom_url: setup.modelUrl,
      custom_model: 'fake-model',
      openai_max_context: setup.contextSize,
      stream_openai: setup.stream,
    },
    textgenerationwebui_settings: {
      ...asSettings(shipped['textgenerationwebui_settings']),
      type: 'generic',
      server_urls: { generic: serverUrl },
      generic_model: 'fake-model',
      streaming: setup.stream,
    },
  };
}

function asSettings(value: unknown): Settings {
  if (typeof value !== 'object' || value === null) throw new Error('The shipped settings of SillyTavern have changed.');
  return { ...value };
}
