import type { SettingDefinitionList, SettingDefinitionRender } from 'obsidian';
import type { SettingName } from '../../core/settings/settings-table';
import type { AccessClient } from '../../server/access-tokens';

/** What the user can do about clients. */
export interface ClientActions {
  readonly revoke: (client: AccessClient) => void;
  readonly rename: (client: AccessClient) => void;
  readonly makeToken: () => void;
}

/** The programs that may use the server. */
export function clientList(
  clients: readonly AccessClient[],
  actions: ClientActions,
): SettingDefinitionList<SettingName> {
  return {
    type: 'list',
    heading: 'Paired clients',
    emptyState: 'No client is paired. Connect SillyTavern first.',
    items: clients.map((client) => clientRow(client, actions)),
    addItem: { name: 'Make a token', action: actions.makeToken },
    onDelete: (index) => {
      const client = clients[index];
      if (client !== undefined) actions.revoke(client);
    },
  };
}

function clientRow(client: AccessClient, actions: ClientActions): SettingDefinitionRender {
  const { name, scopes, origins, createdAt, lastSeen } = client;
  const seen = lastSeen === undefined ? 'not seen yet' : `last seen ${new Date(lastSeen).toLocaleString()}`;
  const from = origins.length === 0 ? '' : ` from ${origins.join(', ')}`;
  return {
    name,
    desc: `May ${scopes.join(', ')}; ${seen}. Made ${new Date(createdAt).toLocaleDateString()}${from}.`,
    searchable: false,
    render: (setting) => {
      setting.addExtraButton((button) =>
        button
          .setIcon('pencil')
          .setTooltip(`Rename ${name}`)
          .onClick(() => actions.rename(client)),
      );
    },
  };
}
