import { brandNames } from './brand-names.ts'
import { findNames } from './find-names.ts'

export const nameRoutes = [brandNames, findNames] as const
