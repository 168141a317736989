import pg from 'pg'

/** Asks one node of a cluster. */
export async function askAt(url: string, statement: string, values: readonly unknown[] = []) {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query(statement, [...values])).rows
  } finally {
    await client.end()
  }
}

/** Runs something while no commit at the node comes to its end: it is made, and waits for a standby that never comes. */
export async function whileCommitsHang<T>(node: string, use: () => Promise<T>): Promise<T> {
  const set = async (standby: string) => {
    await askAt(node, `alter system set synchronous_standby_names = '${standby}'`)
    await askAt(node, 'select pg_reload_conf()')
  }
  await set('nobody')
  try {
    return await use()
  } finally {
    await set('')
  }
}

/** The brands that lie on a node now, as its own tables say. */
export async function brandsAt(coordinator: string, node: string): Promise<readonly string[]> {
  const command = `select coalesce(json_agg(brand_id), '[]') from %s`
  const port = Number(new URL(node).port)
  const ask = `select result from run_command_on_placements('brand', $1) where nodeport = $2`
  const rows = await askAt(coordinator, ask, [command, port])
  return rows.flatMap(({ result }) => JSON.parse(result) as string[])
}
