import assert from 'node:assert/strict'
import { existsSync, globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { operations } from '../../server/calls/operations/all.ts'
import { descriptionPages } from '../../server/doors/api/describe/pages.ts'
import { preparedPage } from '../../server/doors/api/prepared-page.ts'
import { Library } from '../../server/doors/documentation/library.ts'
import { chapters } from '../../server/doors/documentation/navigation.ts'
import { renderPage } from '../../server/doors/documentation/render-page.ts'
import { DocumentShelf } from '../../server/doors/documentation/shelf.ts'
import { openWire } from '../support/wire-server.ts'

const root = join(import.meta.dirname, '../..')
const library = new Library()
const none = new URLSearchParams()
const described = descriptionPages(operations)
const names = globSync('docs/**/*.md', { cwd: root })
  .map((path) => path.slice('docs/'.length, -'.md'.length))
  .filter((name) => name !== 'README' && name !== 'reference')

test('every page of docs/ is in the navigation once, and every page of the navigation is there', () => {
  const listed = chapters.flatMap(({ pages }) => pages.map(({ name }) => name))
  assert.equal(new Set(listed).size, listed.length)
  const there = [...names, 'reference'].filter((name) => !name.startsWith('decisions/'))
  assert.deepEqual(
    there.filter((name) => !listed.includes(name)),
    [],
  )
  assert.deepEqual(
    listed.filter((name) => !there.includes(name)),
    [],
  )
  for (const { name, about } of chapters.flatMap(({ pages }) => pages)) assert.match(about, /^[A-Z].*\.$/, name)
})

/** What is served at an address, if it is one of the documentation. */
function servedAt(path: string): string | undefined {
  const page =
    described.get(path)?.() ?? (path.startsWith('/docs') ? library.find(path.slice('/docs'.length), none) : undefined)
  return page === undefined || page.status === 404 ? undefined : page.body
}

test('every link of every served page leads to a page, and every anchor to a place on it', () => {
  const bodies = new Map<string, string | undefined>()
  const bodyAt = (path: string) => {
    if (!bodies.has(path)) bodies.set(path, servedAt(path))
    return bodies.get(path)
  }
  const broken: string[] = []
  for (const from of ['/docs', '/docs/decisions', ...names.map((name) => `/docs/${name}`)]) {
    for (const [, link = ''] of (bodyAt(from) ?? '').matchAll(/(?:href|src|action)="([^"]*)"/g)) {
      if (/^(https?:|mailto:)|^\/portal|^\/docs\/search$/.test(link)) continue
      const [path = '', hash] = link.split('#')
      const body = bodyAt(path === '' ? from : path)
      if (body === undefined || (hash !== undefined && !body.includes(` id="${hash}"`))) broken.push(`${from}: ${link}`)
    }
  }
  for (const [path, body = ''] of bodies) {
    const ids = [...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id)
    assert.equal(new Set(ids).size, ids.length, `${path} has each id once`)
  }
  assert.ok(bodies.size > 80, `${bodies.size} pages`)
  assert.deepEqual(broken, [])
})

test('links between files become addresses, and no file is left without one', () => {
  for (const name of names)
    assert.doesNotMatch(servedAt(`/docs/${name}`) ?? '', /href="(?!\/docs\/files\/)[^"]*\.md/, name)
})

test('pages need nothing from outside, and have no script or style within them', () => {
  for (const name of ['', '/tutorial', '/rules', '/decisions', '/search']) {
    const { body, headers = {} } = library.find(name, none)
    assert.doesNotMatch(body, /(?:src|href)="(?:https?:)?\/\/(?!127)[^"]*\.(?:js|css|png|svg)/, name)
    assert.doesNotMatch(body, / style=| on\w+=|<style|<script>/, name)
    assert.match(headers['Content-Security-Policy'] ?? '', /^default-src 'none'; style-src 'self'; script-src 'self'; /)
    assert.equal(headers['X-Content-Type-Options'], 'nosniff')
  }
})

test('what looks like HTML in a page is shown as text, and no link runs anything', () => {
  const hostile = [
    '# A <b>bold</b> title',
    '<script>alert(1)</script> and <img src=x onerror=alert(1)>',
    '<div onclick="x">',
    '[a](javascript:alert(1)) [b](data:text/html,x) [c](//evil.example) ![i](http://evil.example/x.png)',
    '| a |\n|---|\n| <i>x</i> |',
    '```sh <b>\n<script>x</script>\n```',
    '<!-- a remark -->',
  ].join('\n\n')
  const { body, title } = renderPage(hostile, (link) => (/^(https?:|#)/.test(link) ? link : undefined))
  assert.equal(title, 'A bold title')
  assert.doesNotMatch(body.source, /<(script|img|i|b|div on)\b|javascript:|data:|evil|remark/)
  assert.match(body.source, /&#60;script&#62;x/)
})

test('a search finds headings, codes, fields and words, and marks what was looked for', () => {
  const first = (q: string) =>
    /<ol class="found"><li><a href="([^"]*)"/.exec(library.find('/search', new URLSearchParams({ q })).body)?.[1]
  assert.equal(first('error 13'), '/docs/errors#error-13')
  assert.equal(first('lost card'), '/docs/guides/gift-cards#a-lost-card')
  assert.equal(first('redeemMaxOnOverdraw')?.split('#')[0]?.startsWith('/docs/'), true)
  assert.equal(first('two-stage checkout'), '/docs/guides/two-stage-checkout')
  assert.equal(first('xyzzyxyzzy'), undefined)
  const { body } = library.find('/search', new URLSearchParams({ q: 'lost card' }))
  assert.match(body, /<mark>lost<\/mark>/i)
  const hostile = library.find('/search', new URLSearchParams({ q: `"><script>${'x'.repeat(5000)}` })).body
  assert.doesNotMatch(hostile, /<script>x/)
})

test('a search knows what others call things', () => {
  const found = (q: string) =>
    [...library.find('/search', new URLSearchParams({ q })).body.matchAll(/<li><a href="([^"]*)"/g)].map(([, to]) => to)
  for (const [asked, page] of [
    ['idempotency', 'retries'],
    ['pagination', 'reference'],
    ['sandbox', 'operations'],
    ['sdk', 'client'],
    ['python', 'other-languages'],
  ] as const)
    assert.ok(
      found(asked).some((address) => address?.includes(page)),
      `${asked}: ${found(asked)}`,
    )
})

test('every address that a search can answer with is a place on a page', () => {
  const { storedFields } = JSON.parse(library.find('/search-index.json', none).body)
  const fields: { address: string }[] = Object.values(storedFields)
  assert.ok(fields.length > 500, `${fields.length} pieces`)
  const bodies = new Map<string, string | undefined>()
  const wrong = fields.filter(({ address }) => {
    const [path = '', hash] = address.split('#')
    if (!bodies.has(path)) bodies.set(path, servedAt(path))
    const body = bodies.get(path)
    return body === undefined || (hash !== undefined && !body.includes(` id="${hash}"`))
  })
  assert.deepEqual(wrong, [])
})

test('pages are made when somebody asks, kept, compressed and named; what is not there is said', async (t) => {
  const shelf = new DocumentShelf()
  const wire = await openWire(t, { pages: described, parts: { shelf } })
  const get = (path: string, headers: Record<string, string> = {}) => wire.send('GET', path, headers)
  const page = await get('/docs/tutorial')
  assert.equal(page.status, 200)
  assert.match(String(page.headers['content-type']), /^text\/html/)
  const tag = String(page.headers.etag)
  assert.equal((await get('/docs/tutorial', { 'if-none-match': tag })).status, 304)
  assert.equal((await get('/docs/tutorial/')).headers.etag, tag)
  const kept = await shelf.find('/docs/tutorial', '')
  assert.ok(kept && (await shelf.find('/docs/tutorial', 'x=1')) === kept)
  preparedPage(kept).compress()
  while (!preparedPage(kept).answer({ 'accept-encoding': 'gzip' }).headers.includes('gzip'))
    await new Promise((resolve) => setImmediate(resolve))
  assert.match(String((await get('/docs/search?q=gift%20card')).text), /<mark>gift<\/mark>/i)
  for (const path of ['/docs/no-such-page', '/docs/../package.json', '/docs/%2e%2e/package.json', '/docs/guides'])
    assert.ok([404, 400].includes((await get(path)).status), path)
  assert.equal((await get('/docs/no-such-page')).headers['content-type'], 'text/html; charset=utf-8')
  assert.equal((await wire.post('/docs/tutorial')).status, 405)
  assert.equal((await get('/docs/reference')).status, 200)
})

test('every file that the documentation shows is there', () => {
  const files = [...library.find('/demo', none).body.matchAll(/href="\/docs\/files\/([^"]*)"/g)].map(
    ([, path = '']) => path,
  )
  assert.ok(files.includes('demo/harbor-coffee.yaml'))
  for (const file of files) assert.ok(existsSync(join(root, file)), file)
})
