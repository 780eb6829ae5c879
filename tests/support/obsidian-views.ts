import { Plugin, Workspace, WorkspaceLeaf, type App } from 'obsidian-test-mocks/obsidian';
import { vi } from 'vitest';
import { viewTypeOf } from '../../src/hosts/obsidian/views/view-type';
import type { PanelName } from '../../src/ui/panels';

/** What the tests need of a view; the mocks and the app agree on it. */
interface HostedView {
  readonly containerEl: HTMLElement;
  load(): void;
  unload(): void;
  onOpen(): Promise<void>;
  onClose(): Promise<void>;
  getState(): Record<string, unknown>;
  setState(state: unknown, result: { history: boolean }): Promise<void>;
}
type Create = (leaf: WorkspaceLeaf) => HostedView;

const migrations = new Map<HTMLElement, () => void>();

/**
 * Lets the mock app make, show and close registered views as the app does, which the mocks leave out. Undone by
 * `vi.restoreAllMocks()`.
 */
export function hostViews(app: App): void {
  const known = new Map<string, Create>();
  vi.spyOn(Plugin.prototype, 'registerView').mockImplementation(function (this: Plugin, type, create) {
    known.set(type, create as unknown as Create);
    this.register(() => {
      known.delete(type);
      app.workspace.detachLeavesOfType(type);
    });
  });
  const setViewState = methodOf(WorkspaceLeaf.prototype, 'setViewState');
  vi.spyOn(WorkspaceLeaf.prototype, 'setViewState').mockImplementation(async function (this: WorkspaceLeaf, state) {
    await setViewState(this, state);
    if (!isDeferred(this)) await showView(this, known);
  });
  vi.spyOn(WorkspaceLeaf.prototype, 'loadIfDeferred').mockImplementation(async function (this: WorkspaceLeaf) {
    if (!isDeferred(this)) return;
    Reflect.set(this, 'isDeferred', false);
    await showView(this, known);
  });
  const detach = methodOf(WorkspaceLeaf.prototype, 'detach');
  vi.spyOn(WorkspaceLeaf.prototype, 'detach').mockImplementation(function (this: WorkspaceLeaf) {
    const view = this.view as unknown as HostedView | null;
    void view?.onClose();
    view?.containerEl.remove();
    view?.unload();
    this.view = null;
    detach(this);
  });
  const revealLeaf = methodOf(Workspace.prototype, 'revealLeaf');
  vi.spyOn(Workspace.prototype, 'revealLeaf').mockImplementation(async function (this: Workspace, leaf) {
    await leaf.loadIfDeferred();
    await revealLeaf(this, leaf);
  });
  vi.spyOn(Workspace.prototype, 'ensureSideLeaf').mockImplementation(async function (
    this: Workspace,
    type,
    _,
    options,
  ) {
    const leaf = this.getLeavesOfType(type)[0] ?? newLeaf(app);
    const state: unknown = Reflect.get(options ?? {}, 'state');
    await leaf.setViewState({ type, active: true, state: state as Record<string, unknown> });
    return leaf;
  });
  vi.spyOn(HTMLElement.prototype, 'onWindowMigrated').mockImplementation(function (this: HTMLElement, listener) {
    migrations.set(this, () => void listener(window));
    return () => migrations.delete(this);
  });
}

/** Moves an element into another window, and tells it as the app does. */
export function moveTo(document: Document, element: HTMLElement): void {
  document.body.append(element);
  migrations.get(element)?.();
}

/** Opens and closes the view of a leaf at the same moment. */
export async function openAndClose(leaf: WorkspaceLeaf): Promise<void> {
  const view = leaf.view as unknown as HostedView;
  const opening = view.onOpen();
  await view.onClose();
  await opening;
}

function newLeaf(app: App): WorkspaceLeaf {
  const leaf = app.workspace.getRightLeaf(false);
  if (leaf === null) throw new Error('the mocks made no leaf');
  return leaf;
}

/** A leaf as a stored workspace brings it back: a placeholder until it is seen. */
export async function restoreLeaf(app: App, panel: PanelName, state: Record<string, unknown>): Promise<WorkspaceLeaf> {
  const leaf = newLeaf(app);
  Reflect.set(leaf, 'isDeferred', true);
  await leaf.setViewState({ type: viewTypeOf(panel), state });
  return leaf;
}

/** The leaves that show a panel. */
export function leavesOf(app: App, panel: PanelName): readonly WorkspaceLeaf[] {
  return app.workspace.getLeavesOfType(viewTypeOf(panel));
}

/** The text that a panel shows; empty where it is not open. */
export function shownText(app: App, panel: PanelName): string {
  const view = leavesOf(app, panel)[0]?.view;
  return view?.containerEl.textContent ?? '';
}

/** The mock's own method, before it is replaced. */
function methodOf(owner: object, name: string): (self: object, ...parameters: readonly unknown[]) => unknown {
  const method: unknown = Reflect.get(owner, name);
  if (typeof method !== 'function') throw new Error(`the mocks have no ${name}`);
  return (self, ...parameters) => Reflect.apply(method, self, parameters) as unknown;
}

/** The types of the app leave the property to the app alone. */
function isDeferred(leaf: WorkspaceLeaf): boolean {
  const value: unknown = Reflect.get(leaf, 'isDeferred');
  return value === true;
}

async function showView(leaf: WorkspaceLeaf, known: ReadonlyMap<string, Create>): Promise<void> {
  const { type, state } = leaf.getViewState();
  const view = known.get(type)?.(leaf);
  if (view === undefined) return;
  await leaf.open(view as unknown as Parameters<WorkspaceLeaf['open']>[0]);
  document.body.append(view.containerEl);
  view.load();
  await view.onOpen();
  await view.setState(state ?? {}, { history: false });
}
