/**
 * Where a table lies once brands are distributed. One whose rows belong to brands is laid out by brand_id, with all
 * others. The rest are here, each with the reason: they stay at the coordinator, and the nodes ask it. None is copied to
 * every node, because whatever writes to such a copy fails as soon as one node is down.
 */
export const coordinatorTables: Readonly<Record<string, string>> = {
  migration: 'only the coordinator changes tables',
  deployment: 'the name of the environment, read when a server starts',
  running_server: 'whoever changes tables or keys looks there for servers that run',
  secret_key: 'read when a server starts, changed by commands',
  reached_at: 'the address that all servers share',
  login: 'people who work for several brands',
  login_grant: 'roles of a login, in whichever brand',
  login_factor: 'belongs to a login',
  login_device: 'belongs to a login',
  login_pin: 'belongs to a login',
  login_throttle: 'counts wrong passwords before anybody is known',
  till_device: 'known before a brand is',
  portal_session: 'belongs to a login, and is written with each visit',
  one_time_link: 'belongs to a login',
}

export type TablePlace = 'brand' | 'coordinator' | 'unknown'

/** Where a table is to lie. A table that is neither laid out by brand nor named here was forgotten. */
export function placeOfTable({ name, hasBrand }: { readonly name: string; readonly hasBrand: boolean }): TablePlace {
  if (name in coordinatorTables) return 'coordinator'
  return hasBrand ? 'brand' : 'unknown'
}
