import { bankStage, crashStage } from './bank-stage.ts'
import { fuzzStage } from './fuzz-stage.ts'
import { isolationStage } from './isolation-stage.ts'
import { modelStage } from './model-stage.ts'
import { mutantStage } from './mutant-stage.ts'
import { overloadStage } from './overload-stage.ts'
import { raceStage } from './race-stage.ts'
import type { Stage } from './stage.ts'
import { stormStage } from './storm-stage.ts'
import { twinStage } from './twin-stage.ts'

/** In the order in which they are run. */
export const stages: readonly Stage[] = [
  bankStage,
  raceStage,
  twinStage,
  fuzzStage,
  isolationStage,
  stormStage,
  overloadStage,
  crashStage,
  modelStage,
  mutantStage,
]
