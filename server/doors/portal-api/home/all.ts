import { firstSteps } from './first-steps.ts'
import { homeAttention } from './home-attention.ts'
import { homeFigures } from './home-figures.ts'

export const homeRoutes = [homeFigures, homeAttention, firstSteps] as const
