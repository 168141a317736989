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
