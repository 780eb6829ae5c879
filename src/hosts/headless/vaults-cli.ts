import type { Command } from 'commander';
import { printFound, printVaults, printVaultTests } from './print-vaults';
import type { RunningServerOptions } from './running-server-client';
import {
  addVault,
  listVaults,
  removeVault,
  scanVaults,
  testVaults,
  type NewVaultOptions,
  type ScanOptions,
} from './vaults-command';

/** What the subcommands need of the program. */
export interface VaultCliParts {
  readonly print: (line: string) => void;
  readonly portOf: (text: string) => number;
}

type WithJson<Options> = Options & { readonly json: boolean };

/** Adds `lorehearth vaults` with its subcommands, which all ask a server that runs. */
export function addVaultCommands(program: Command, { print, portOf }: VaultCliParts): void {
  const vaults = program.command('vaults').description('further vaults that a running server reads beside its own');
  const subcommand = (usage: string, description: string): Command =>
    vaults
      .command(usage)
      .description(description)
      .option('--vault <folder>', 'the vault that is served')
      .option('--data <folder>', 'its data folder, when it is not the usual one')
      .option('--url <address>', 'address of the server', 'http://127.0.0.1:27673')
      .option('--token <token>', 'admin token')
      .option('--json', 'print the answer as JSON', false);
  const show = (json: boolean, value: unknown, words: string): void =>
    print(json ? JSON.stringify(value, null, 2) : words);

  subcommand('list', 'all vaults in order of precedence').action(async (options: WithJson<RunningServerOptions>) => {
    const all = await listVaults(options);
    show(options.json, all, printVaults(all));
  });
  subcommand('add <name>', 'read a folder, another Lorehearth or an Obsidian with Local REST API')
    .option('--folder <folder>', 'a folder of this computer; with --host the only folder that is read there')
    .option('--host <address>', 'name or address of the other computer')
    .option('--port <number>', 'port of the other program', portOf)
    .option('--kind <kind>', 'lorehearth or local-rest-api', 'lorehearth')
    .option('--https', 'use HTTPS', false)
    .option('--self-signed', 'accept a certificate that the other program made itself', false)
    .option('--key <key>', 'token or API key; better in LOREHEARTH_VAULT_KEY, which no history keeps')
    .action(async (name: string, options: WithJson<Omit<NewVaultOptions, 'name'>>) => {
      const vault = await addVault({ ...options, name });
      show(options.json, vault, `${vault.name} is read from now on; its id is ${vault.id}.`);
    });
  subcommand('remove <vault>', 'read a vault no longer and forget its key; its notes are not touched').action(
    async (wanted: string, options: WithJson<RunningServerOptions>) => {
      const vault = await removeVault(wanted, options);
      show(options.json, vault, `${vault.name} is not read any more.`);
    },
  );
  subcommand('test [vault]', 'try to reach all further vaults or one; exit code 1 when one fails').action(
    async (wanted: string | undefined, options: WithJson<RunningServerOptions>) => {
      const tests = await testVaults(wanted, options);
      show(options.json, tests, printVaultTests(tests));
      if (tests.some(({ result }) => result !== 'ok')) process.exitCode = 1;
    },
  );
  subcommand('scan', 'look for vaults on ports of a computer')
    .option('--host <address>', 'name or address of the computer', '127.0.0.1')
    .option('--from <number>', 'first port', portOf, 27_673)
    .option('--to <number>', 'last port', portOf, 27_692)
    .action(async (options: WithJson<ScanOptions>) => {
      const found = await scanVaults(options);
      show(options.json, found, printFound(found));
    });
}
