import { type FlagName, flags, type Setting } from '../configuration/options.ts'
import type { PurserCommand } from './command.ts'

type Meaning = readonly [takes: string, about: string]

const reachMeanings: Partial<Record<FlagName, Meaning>> = {
  brand: ['BRAND', 'only in this brand; default: in every brand'],
  location: ['ID', 'only at this location of the brand'],
}

const callMeanings: Partial<Record<FlagName, Meaning>> = {
  brand: ['BRAND', "the brand that is called; default: PURSER_BRAND, or the demo's"],
  location: ['ID', "where the call is made; default: PURSER_LOCATION, or the demo's"],
}

/** What flags that several commands share mean to each of them. */
const meanings: Readonly<Record<string, Partial<Record<FlagName, Meaning>>>> = {
  move: {
    to: ['URL', 'the PostgreSQL to move to; a URL with a password goes into the variable or a file'],
  },
  'brand check': { strict: ['', 'warnings are faults'] },
  'brand apply': {
    at: ['TIME', 'when to apply it, "2026-12-01 00:00:00" in the time zone of the brand'],
    strict: ['', 'warnings are faults'],
  },
  'brand export': { version: ['N', "an earlier version, by its number in the brand's history"] },
  'brand rollback': { strict: ['', 'warnings are faults'] },
  'brand promote': {
    from: ['FILE', 'the file of the other brand'],
    to: ['BRAND', 'the brand that receives what the file has'],
    strict: ['', 'warnings are faults'],
  },
  'key create': { strict: ['', 'unknown fields are errors'] },
  'key change': { strict: ['', 'unknown fields are errors'] },
  'user create': reachMeanings,
  'user role': reachMeanings,
  'user list': { brand: ['BRAND', 'only those of this brand'] },
  audit: { json: ['', 'print an object for each entry, with its seal'] },
  report: {
    from: ['DAY', 'the first day, such as 2026-11-01'],
    to: ['DAY', 'the last day'],
    format: ['FORMAT', 'table, csv or json; table by default'],
  },
  import: { overwrite: ['', 'of customers: replace what differs, instead of reporting it'] },
  export: {
    from: ['DAY', 'the first day, such as 2026-11-01'],
    to: ['DAY', 'the last day'],
    format: ['FORMAT', 'csv, jsonl or parquet; csv by default'],
    'personal-data': ['', 'also numbers of cards, names, addresses and notes; without it they are left out'],
  },
  replay: {
    from: ['DAY', 'the first day, such as 2026-10-01'],
    to: ['DAY', 'the last day'],
    draft: ['FILE', 'the brand file to decide by, or a file with campaigns alone'],
  },
  call: callMeanings,
  mcp: {
    ...callMeanings,
    'personal-data': ['', 'also let the assistant see names, addresses and notes, if the key may'],
  },
  simulate: {
    location: ['ID', 'where; default: the first location of the file'],
    at: ['TIME', 'when it happens, "2026-12-24 09:00:00" in the time zone of the brand; default: now'],
    version: ['N', "by an earlier version, by its number in the brand's history"],
  },
}

/** Flags that a command cannot do without. */
const needed: Readonly<Record<string, readonly FlagName[]>> = {
  'brand promote': ['from', 'to'],
  'user create': ['role'],
  'user role': ['role'],
  export: ['from', 'to', 'out'],
}

export const neededBy = ({ words }: PurserCommand): readonly FlagName[] => needed[words.join(' ')] ?? []

/** The flags of a command, each with what it means there: "of an export: the last day" is "the last day". */
export function flagsOf(command: PurserCommand): Setting[] {
  const own = meanings[command.words.join(' ')] ?? {}
  const taken: readonly string[] = command.flags
  return flags
    .filter(([name]) => taken.includes(name))
    .map(([name, variable, takes, fallback, about]): Setting => {
      const meaning = own[name]
      // A variable is read only where the flag means what the variable does.
      if (meaning) return [name, meaning[0] === takes ? variable : '', meaning[0], fallback, meaning[1]]
      return [name, variable, takes, fallback, about.replace(/^of (an?|the) [^:;]+: /, '')]
    })
}
