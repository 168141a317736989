import type { ExplanationWords } from '../words.ts'
import { amounts } from './amounts.ts'
import { conditions } from './conditions.ts'
import { effects } from './effects.ts'
import { marks } from './marks.ts'
import { measures } from './measures.ts'
import { silent } from './silences.ts'
import { standings } from './standings.ts'

export const words: ExplanationWords = { amounts, marks, measures, conditions, effects, silent, standings }
