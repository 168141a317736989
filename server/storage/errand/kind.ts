import type { Brand } from '../../domain/brand/brand.ts'
import { type FieldShape, type Model, model, type Values } from '../../ground/contract/field.ts'
import type { ConnectionPool } from '../../ground/database/connection.ts'
import { defined } from '../../ground/kernel/defined.ts'
import { type Saying, sayingWords } from './sayings.ts'

/** How far an errand has got. */
export interface ErrandProgress {
  readonly done: number
  readonly total?: number
  /** For whoever waits. */
  readonly saying?: Saying
  /** What the next attempt goes on with if this one is cut off: JSON of at most 1 MB. Absent: the one before stays. */
  readonly checkpoint?: unknown
}

/** What an errand is carried out with, in a process of its own. */
interface ErrandMeans {
  /** As it was when the attempt began, without its secrets. */
  readonly brand: Brand
  /** Two connections of the server's role, without a bound on statements. They end when the process does. */
  readonly pool: ConnectionPool
  /** Aborted when it is cancelled. One that does not end within a second of that is killed. */
  readonly signal: AbortSignal
  /** May be called as often as one likes: it is shown, and kept, about once a second. */
  readonly progress: (progress: ErrandProgress) => void
  /** The last one that was kept, if an attempt before was cut off. */
  readonly checkpoint: unknown
}

/** A kind of long work that can be asked for: what it takes, and how it is carried out. */
export interface ErrandKind {
  /** As callers name it. */
  readonly name: string
  /** One line. */
  readonly summary: string
  readonly input: Model
  /** Of its heap; more ends it. */
  readonly memoryMb: number
  /** Longer than this ends it. */
  readonly hoursMax: number
  /**
   * Answers JSON of at most 1 MB, without personal data: whoever may list the brand's errands sees it. May be cut off at
   * any point and begun anew elsewhere, so whatever it does must bear being done again.
   */
  run(input: unknown, means: ErrandMeans): Promise<unknown>
}

/** The kinds, and the module that exports this table as `errands`: the processes that carry them out import it. */
export interface ErrandTable {
  readonly kinds: readonly ErrandKind[]
  readonly module: string
}

/** Ends an errand for a reason that whoever asked for it should read. Everything else that is thrown is a fault. */
export class ErrandFailed extends Error {
  readonly saying: Saying

  constructor(saying: Saying) {
    super(sayingWords(saying, 'en'))
    this.saying = saying
  }
}

const memoryMbUsual = 512
const hoursUsual = 6

interface Definition<S extends FieldShape> {
  readonly name: string
  readonly summary: string
  /** The model's name in the descriptions. */
  readonly inputModel: string
  /** Kept as it was given, in the database and in backups: nothing secret or personal. */
  readonly input: S
  readonly memoryMb?: number
  readonly hoursMax?: number
  readonly run: (input: Values<S>, means: ErrandMeans) => Promise<unknown>
}

export function errandKind<S extends FieldShape>(definition: Definition<S>): ErrandKind {
  const { name, summary, inputModel, input, memoryMb = memoryMbUsual, hoursMax = hoursUsual } = definition
  // The reader gives it exactly the values of its own contract, which only the compiler cannot see.
  const { run } = definition as unknown as Pick<ErrandKind, 'run'>
  return defined({
    name,
    summary,
    input: model(inputModel, `What ${name} is asked for.`, input),
    memoryMb,
    hoursMax,
    run,
  })
}
