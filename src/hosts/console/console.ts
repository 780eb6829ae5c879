import { mount } from 'svelte';
import { createClient } from '../../server/client';
import type { PanelTarget } from '../../ui/panels';
import { Reach } from '../../ui/reach.svelte';
import Console from './Console.svelte';
import { consoleHost } from './console-host';
import { localText } from './local-text';
import { ConsoleModel } from './console-model.svelte';
import { fragmentOfTarget, targetOfFragment } from './panel-fragment';
import { Session } from './session.svelte';
import { SignInModel } from './sign-in-model.svelte';
import { Theme } from './theme.svelte';
import { tokenOfFragment } from './token-fragment';

const TOAST_MS = 2_500;

const session = new Session(sessionStorage);
const reach = new Reach();
const fetchWatched = reach.watch((input, init) => fetch(input, init));
const client = createClient({ fetch: send, base: location.origin, token: () => session.token });
const model = new ConsoleModel(client, localText('lorehearth.drafts'));
const signIn = new SignInModel(client, (token) => session.signIn(token));
let toastTimer: number | undefined;

const host = consoleHost({
  writeClipboard: (text) => navigator.clipboard.writeText(text),
  say: (sentence) => {
    model.said = sentence;
    window.clearTimeout(toastTimer);
    toastTimer = window.setTimeout(() => (model.said = ''), TOAST_MS);
  },
  show: (target) => {
    model.show(target);
    history.pushState(null, '', fragmentOfTarget(target));
  },
});

/** A token that the server turns down is forgotten, so that the page asks for another one. */
async function send(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  const { token } = session;
  const response = await fetchWatched(input, init);
  if (response.status === 401) session.refuse(token);
  return response;
}

/** A token in the address must not stay there: addresses are kept in histories and copied around. */
function readFragment(): void {
  const token = tokenOfFragment(location.hash);
  if (token !== undefined) {
    session.signIn(token);
    history.replaceState(null, '', location.pathname + location.search);
  }
  model.show(targetOfFragment(location.hash) ?? { panel: 'home' });
}

/** A conversation that was begun or chosen in its panel is found again when the page is loaded anew. */
function keepPlace(place: PanelTarget): void {
  if (place.session !== undefined) history.replaceState(null, '', fragmentOfTarget(place));
}

readFragment();
window.addEventListener('hashchange', readFragment);
window.addEventListener('popstate', readFragment);

const target = document.getElementById('lorehearth-console');
if (target !== null) {
  const theme = new Theme(document.body, localStorage);
  mount(Console, { target, props: { model, session, signIn, theme, host, reach, onplace: keepPlace } });
}
