import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { signatureHeaders } from '../../server/calls/delivery/sign.ts'
import { applyFile, Shop, testService } from '../support/shop.ts'
import { secret as webhookSecret } from '../support/webhook-room.ts'

const root = join(import.meta.dirname, '../..')
const read = (path: string) => readFileSync(join(root, path), 'utf8')

/** The examples of a page as one program: its imports first, then everything in its order. */
function programOf(page: string): string {
  const blocks = [...read(page).matchAll(/^```ts\n([\s\S]*?)^```/gm)].map(([, code = '']) => code)
  const importing = /^import \{([^}]*)\} from 'purser-client'\n/gm
  const code = blocks.join('\n')
  const names = [...code.matchAll(importing)].flatMap(([, list = '']) => list.split(',').map((name) => name.trim()))
  return `import { ${[...new Set(names)].join(', ')} } from 'purser-client'\n${code.replaceAll(importing, '')}`
}

function folderFor(t: { after: (end: () => void) => void }): string {
  const folder = mkdtempSync(join(tmpdir(), 'purser-client-page-'))
  t.after(() => rmSync(folder, { recursive: true, force: true }))
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
  return folder
}

test('the examples of the pages are correct TypeScript', (t) => {
  const folder = folderFor(t)
  writeFileSync(join(folder, 'page.ts'), `${programOf('docs/client.md')}\nexport { receive }\n`)
  writeFileSync(join(folder, 'readme.ts'), `${programOf('client/README.md')}\nexport { cards }\n`)
  const compilerOptions = { paths: { 'purser-client': [join(root, 'client/purser-client.ts')] } }
  const config = { extends: join(root, 'tsconfig.json'), compilerOptions, include: ['*.ts'] }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
  execFileSync(join(root, 'node_modules/.bin/tsc'), ['-p', folder], { stdio: 'inherit' })
})

test('the examples of the page work, one after the other', async (t) => {
  const folder = folderFor(t)
  const shop = await openDemo()
  const here = {
    "'1001'": `'${shop.id}'`,
    '127.0.0.1:8080': `127.0.0.1:${shop.port}`,
    'demo-secret-please-change': shop.secret,
    "'purser-client'": `'${pathToFileURL(join(root, 'client/purser-client.ts')).href}'`,
  }
  const program = Object.entries(here).reduce(
    (text, [from, to]) => text.replaceAll(from, to),
    programOf('docs/client.md'),
  )
  const file = join(folder, 'page.ts')
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
  writeFileSync(file, `${program}\nexport { receive }\n`)
  const said: unknown[][] = []
  t.mock.method(console, 'log', (...words: unknown[]) => said.push(words))

  const { receive } = (await import(pathToFileURL(file).href)) as { receive: (request: Request) => Promise<Response> }

  const first = said.map((words) => words[0])
  assert.deepEqual(first.slice(1), ['left:', 'doneBefore', 'done', 'the customer pays', 'receipt', 11, first.at(-1)])
  assert.deepEqual(said[3], ['done', 'not enough points'])
  const body = JSON.stringify({ type: 'card.allocated', timestamp: 'now', data: { cardNumber: '1' } })
  const headers = signatureHeaders({ id: 'evt_1', at: Date.now(), body }, [webhookSecret])
  const deliver = (given: Record<string, string>) =>
    receive(new Request('http://till.example', { method: 'POST', body, headers: given }))
  assert.equal((await deliver(headers)).status, 204)
  assert.equal((await deliver({ ...headers, 'webhook-id': 'evt_2' })).status, 400)
  assert.deepEqual(await shop.verify(), [])
})

/** The demo's brand, under an id and a secret of its own. */
async function openDemo(): Promise<Shop> {
  const { port } = await testService()
  const id = `b${randomBytes(6).toString('hex')}`
  const secret = `secret-${randomBytes(12).toString('hex')}`
  const file = parse(read('demo/harbor-coffee.yaml'))
  file.brand.id = id
  file.apiKeys = [{ key: 'demo-key', secret, scope: ['merchant'], strict: true }]
  await applyFile(file)
  return new Shop({ id, secret, port, file })
}
