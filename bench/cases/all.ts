import type { Case } from '../case.ts'
import { account } from './account.ts'
import { budgets } from './budgets.ts'
import { checkout, modernCheckout } from './checkout.ts'
import { clients } from './clients.ts'
import { dates } from './dates.ts'
import { crowdedEvaluation, evaluation } from './evaluation.ts'
import { expiry } from './expiry.ts'
import { hotCard } from './hot-card.ts'
import { hotCode } from './hot-code.ts'
import { latency } from './latency.ts'
import { members } from './members.ts'
import { neighbour } from './neighbour.ts'
import { people } from './people.ts'
import { hotProcesses, processes } from './processes.ts'
import { recommendations } from './recommendations.ts'
import { redeem } from './redeem.ts'
import { replay } from './replay.ts'
import { reportBeside } from './report-beside.ts'
import { reports } from './reports.ts'
import { rules } from './rules.ts'
import { scale } from './scale.ts'
import { search } from './search.ts'
import { segments } from './segments.ts'
import { steps } from './steps.ts'
import { webhooks } from './webhooks.ts'

/** In the order in which they run and are shown. */
export const cases: readonly Case[] = [
  redeem,
  hotCard,
  search,
  account,
  checkout,
  modernCheckout,
  rules,
  budgets,
  hotCode,
  latency,
  clients,
  evaluation,
  crowdedEvaluation,
  steps,
  neighbour,
  members,
  scale,
  processes,
  hotProcesses,
  people,
  expiry,
  dates,
  segments,
  reports,
  reportBeside,
  webhooks,
  recommendations,
  replay,
]
