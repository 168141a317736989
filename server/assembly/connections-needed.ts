/** How many connections reads share; as many are for calls that hold one of their own. */
export const readConnections = 8
/** For brands whose commands take long to decide. */
const slowLanes = 1
/** That of the listener for changed brands, and one for whoever finds out what became of a call. */
const singles = 2
/** What the job queue opens at most. */
const jobConnections = 3

/** The most connections to the database that one server opens. */
export function connectionsNeeded(config: { readonly lanes: number; readonly runsJobs: boolean }): number {
  return config.lanes + slowLanes + 2 * readConnections + singles + (config.runsJobs ? jobConnections : 0)
}
