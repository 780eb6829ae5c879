import type { Context } from 'hono';
import type { VaultChanged } from '../../core/engine/vault-administration';
import type { VaultProblem } from '../../core/vaults/vault-change';
import type { Handlers } from '../contract/api';
import type { WireVaults } from '../contract/wire-vaults';
import { sendProblem } from '../http-problem';
import { writeIndexReport, writeVault, writeVaultTest } from '../mapping/write-vault';
import type { RouteParts } from './route-parts';

type VaultHandlers = Pick<
  Handlers,
  | 'vaults'
  | 'addVault'
  | 'orderVaults'
  | 'testVaults'
  | 'scanVaults'
  | 'changeVault'
  | 'removeVault'
  | 'testVault'
  | 'readVault'
  | 'indexReports'
>;

/** Vaults beside the host's own, and what changed in the index. */
export function vaultRoutes({ engine }: RouteParts): VaultHandlers {
  const { vaults } = engine;
  const all = (): WireVaults => ({
    policy: engine.settings().sameTitlePolicy,
    canOpen: vaults.reach.canOpen,
    items: vaults.all().map(writeVault),
  });
  return {
    vaults: (context) => context.json(all(), 200),

    addVault: async (context) => {
      const { key = '', port = 0, ...vault } = context.req.valid('json');
      const added = await vaults.add({ ...vault, port }, key);
      if (added.kind === 'changed') return context.json(writeVault(added.vault), 201);
      return added.kind === 'wrong' ? sendWrong(context, added.problems) : sendRefused(context, added);
    },

    orderVaults: async (context) => {
      const refused = await vaults.reorder(context.req.valid('json').ids);
      if (!refused) return context.json(all(), 200);
      return 'field' in refused ? sendWrong(context, [refused]) : sendProblem(context, 'not_done', refused.reason);
    },

    testVaults: async (context) => {
      const { place, key = '' } = context.req.valid('json');
      if (!place) return context.json({ items: (await vaults.reach.testAll()).map(writeVaultTest) }, 200);
      const { name = '', port = 0 } = place;
      const tested = await vaults.reach.testPlace({ ...place, name, port }, key);
      return context.json({ items: [writeVaultTest(tested)] }, 200);
    },

    scanVaults: async (context) => {
      const { host, from, to } = context.req.valid('json');
      const found = await vaults.reach.scan(host, from, to);
      if (typeof found === 'string') return sendProblem(context, 'not_done', found);
      return context.json({ found, asked: to - from + 1 }, 200);
    },

    changeVault: async (context) => {
      const { key, ...change } = context.req.valid('json');
      const changed = await vaults.change(context.req.valid('param').id, change, key);
      if (changed.kind === 'changed') return context.json(writeVault(changed.vault), 200);
      if (changed.kind === 'unknown') return sendUnknown(context);
      return changed.kind === 'wrong' ? sendWrong(context, changed.problems) : sendRefused(context, changed);
    },

    removeVault: async (context) => {
      const removed = await vaults.remove(context.req.valid('param').id);
      if (removed.kind === 'removed') return context.json(all(), 200);
      return removed.kind === 'unknown' ? sendUnknown(context) : sendRefused(context, removed);
    },

    testVault: async (context) => {
      const tested = await vaults.reach.test(context.req.valid('param').id);
      return tested ? context.json(writeVaultTest(tested), 200) : sendUnknown(context);
    },

    readVault: async (context) => {
      const read = await vaults.read(context.req.valid('param').id);
      return read ? context.json(writeVault(read), 200) : sendUnknown(context);
    },

    indexReports: (context) => {
      const reports = vaults.indexReports(context.req.valid('query').limit);
      return context.json({ items: reports.map(writeIndexReport) }, 200);
    },
  };
}

function sendUnknown(context: Context) {
  return sendProblem(context, 'not_found', 'There is no such further vault.');
}

function sendRefused(context: Context, refused: Extract<VaultChanged, { kind: 'refused' | 'unknown' }>) {
  const detail = refused.kind === 'refused' ? refused.reason : 'There is no such further vault.';
  return sendProblem(context, 'not_done', detail);
}

function sendWrong(context: Context, problems: readonly VaultProblem[]) {
  const fields = problems.map(({ field, message }) => ({ path: field, message }));
  return sendProblem(context, 'malformed_request', problems.map(({ message }) => message).join(' '), { fields });
}
