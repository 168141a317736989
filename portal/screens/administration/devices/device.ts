import type { RouteAnswer } from '../../../ask/ask.ts'

export type TillDevice = RouteAnswer<'listDevices'>['devices'][number]
