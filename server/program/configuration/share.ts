import type { Config } from './config.ts'

/**
 * The settings of one of several processes. What bounds memory and waiting is divided, so that all together never hold
 * more than the operator has set, but for what rounding up adds: less than one for each process.
 */
export function shareOf(config: Config, processes: number): Config {
  const share = (whole: number) => Math.ceil(whole / processes)
  const { perCard, perBrand, inAll } = config.queueLimits
  return {
    ...config,
    connectionsMax: share(config.connectionsMax),
    queueLimits: { perCard: share(perCard), perBrand: share(perBrand), inAll: share(inAll) },
  }
}

/**
 * What reads share, twice, and two for reports: see the pools of a running server. The portal has five, one hears of
 * changed brands, one says that the process is there.
 */
const connectionsOfReads = 25
/** The job queue's, in one of the processes, one for outcomes that must be looked up, two for each of two errands, two for metrics. */
const connectionsOfAll = 10

/** How many connections to the database a server opens at most. */
export function connectionsNeeded({ processes, lanes }: Pick<Config, 'processes' | 'lanes'>): number {
  // Brands whose rules take long have a lane of their own.
  return processes * (connectionsOfReads + lanes + 1) + connectionsOfAll
}
