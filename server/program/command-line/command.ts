import type { AuditActor } from '../../domain/audit/entry.ts'
import type { Log } from '../../ground/log/log.ts'
import type { Config } from '../configuration/config.ts'
import type { FlagName } from '../configuration/options.ts'
import { databaseFlags } from './command-flags.ts'

/** One command of the command line. `all.ts` lists them; what a command does is loaded when it is run. */
export interface PurserCommand {
  readonly words: readonly string[]
  /** Names of what follows the words; one in brackets may be left out, and one that ends in `…` may be repeated. */
  readonly operands: readonly string[]
  readonly flags: readonly FlagName[]
  readonly about: string
  /** What follows `purser` when it is used, for its help; absent: made from its words and operands. */
  readonly example?: string
  /** Runs until it is told to stop. What it writes is a log: one format for all of it. */
  readonly isServer: boolean
  /** Its help about what the operands name; undefined: that of the command. */
  readonly helpOn?: (operands: readonly string[]) => Promise<string | undefined>
  readonly run: (operands: readonly string[], context: CommandContext) => Promise<void>
}

export interface CommandContext {
  readonly config: Config
  readonly log: Log
  /** Who runs it. */
  readonly operator: AuditActor
}

export interface DatabaseContext extends CommandContext {
  /** Of a database that is open and up to date. */
  readonly url: string
}

/** The operands as they reach `run`: those in brackets may be undefined. */
type GivenOperands<Operands extends readonly string[]> = {
  readonly [Index in keyof Operands]: Operands[Index] extends `[${string}]` ? string | undefined : string
}

interface Definition<Operands extends readonly string[], Context> {
  readonly words: readonly [string, ...string[]]
  readonly operands?: Operands
  readonly flags?: readonly FlagName[]
  readonly about: string
  readonly example?: string
  readonly helpOn?: (operands: readonly string[]) => Promise<string | undefined>
  readonly run: (operands: GivenOperands<Operands>, context: Context, all: readonly string[]) => Promise<void> | void
}

/** A command that needs no database, or looks after its own. */
export function command<const Operands extends readonly string[] = []>(
  definition: Definition<Operands, CommandContext> & { readonly isServer?: boolean },
): PurserCommand {
  const { operands = [], flags = [], run, isServer = false, ...named } = definition
  return {
    ...named,
    operands,
    flags,
    isServer,
    run: async (given, context) => run(given as GivenOperands<Operands>, context, given),
  }
}

/** A command that works on a database; without `makesDatabase`, only on one that exists already. */
export function databaseCommand<const Operands extends readonly string[] = []>(
  definition: Definition<Operands, DatabaseContext> & { readonly makesDatabase?: boolean },
): PurserCommand {
  const { flags = [], run, makesDatabase = false, ...named } = definition
  return command<Operands>({
    ...named,
    flags: [...databaseFlags, ...flags],
    run: async (operands, context, all) => {
      const { onDatabase } = await import('./on-database.ts')
      await onDatabase(context, makesDatabase, async (url, config) => run(operands, { ...context, config, url }, all))
    },
  })
}
