import { clientFor, type Fetch } from './find-server';
import { objectOf, textOf } from './json-value';
import type { ServerLink } from './server-link';
import type { SettingsStore } from './settings';

/** Which SillyTavern this page is of; undefined when it does not say. */
export type TavernVersion = () => Promise<string | undefined>;

/** A report is of no use after this time, in milliseconds. */
const patienceMs = 5_000;

/** Asks SillyTavern's server which version it is, once. Never rejects. */
export function tavernVersion(fetch: Fetch): TavernVersion {
  let asked: Promise<string | undefined> | undefined;
  const ask = async (): Promise<string | undefined> => {
    try {
      const answer: unknown = await (await fetch('/version')).json();
      return textOf(objectOf(answer)?.['pkgVersion']);
    } catch {
      return undefined;
    }
  };
  return () => (asked ??= ask());
}

/** What the report needs from the page. */
export interface SelfReportPorts {
  readonly link: ServerLink;
  readonly settings: SettingsStore;
  readonly tavernVersion: TavernVersion;
}

/** Tells each server that is met which versions ask it, so that it can say when one is too old. Nobody waits for it. */
export function reportVersions({ link, settings, tavernVersion: version }: SelfReportPorts): void {
  let told = '';
  const tell = async (base: string): Promise<void> => {
    const hostVersion = await version();
    const json = { version: __LOREHEARTH_VERSION__, ...(hostVersion !== undefined && { hostVersion }) };
    const client = clientFor(base, settings.get().token, link.fetch);
    const init = { signal: AbortSignal.timeout(patienceMs) };
    await client.v1['client-report'].$put({ json }, { init }).catch(() => undefined);
  };
  link.onChange((state) => {
    // A server that was away may be another one, or have forgotten.
    if (state.kind !== 'connected') told = '';
    else if (told !== state.base) {
      told = state.base;
      void tell(state.base);
    }
  });
}
