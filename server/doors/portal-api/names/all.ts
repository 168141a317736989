import { brandNames } from './brand-names.ts'
import { findNames } from './find-names.ts'
import { findSettings } from './find-settings.ts'

export const nameRoutes = [brandNames, findNames, findSettings] as const
