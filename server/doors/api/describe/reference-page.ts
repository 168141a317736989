import { changesSomething, type Operation } from '../../../calls/operations/operation.ts'
import { html, type Markup } from '../../../ground/html/markup.ts'
import { type DescribedModel, describedModels } from './described-models.ts'
import { curlExample } from './examples.ts'
import { fieldTable } from './field-table.ts'
import { errorChapter, introductoryChapters, type ReferenceChapter } from './page-chapters.ts'
import { groupNames, groups, pathOf } from './transport.ts'

/** The whole interface for people: one page, readable without its script, printable. */
export function referencePage(operations: readonly Operation[]): string {
  const models = describedModels(operations)
  const before = introductoryChapters()
  const after = [modelChapter(operations, models), errorChapter()]
  const content = html`<a class="skip" href="#content">Skip to the content</a>
<nav aria-label="Contents">
<p class="brand"><a href="/docs">Purser</a> <span>API reference</span></p>
<input type="search" id="filter" placeholder="Filter ( / )" aria-label="Filter the contents" autocomplete="off" hidden>
${menu('Guide', before.map(chapterLink))}
${groupNames.map((group) => menu(group, ofGroup(operations, group).map(operationLink)))}
${menu('Reference', after.map(chapterLink))}
${menu('Models', sharedModels(operations, models).map(modelLink))}
<p id="no-match" hidden>Nothing matches.</p>
</nav>
<main id="content" tabindex="-1">
<h1 id="top">Purser API reference</h1>
${before.map(chapterSection)}
${groupNames.map((group) => groupSections(group, ofGroup(operations, group), models))}
${after.map(chapterSection)}
</main>
<p id="announcement" role="status" class="unseen"></p>`
  return page('Purser API reference', 'reference', content)
}

/** The page at the server's root: where to go from here. */
export function startPage(): string {
  const content = html`<main class="start"><h1>Purser</h1>
<p>A loyalty, gift-card, store-credit and stored-value server. It is running.</p>
<ul>
<li><a href="/docs">Documentation</a></li>
<li><a href="/docs/reference">API reference</a></li>
<li><a href="/portal">Portal</a></li>
<li><a href="/openapi.json">OpenAPI 3.1 description</a></li>
<li><a href="/api-docs">Swagger 1.2 description</a></li>
<li><a href="/postman.json">Collection for Postman and Bruno</a></li>
</ul></main>`
  return page('Purser', 'start', content)
}

function page(title: string, kind: string, content: Markup): string {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${title}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="stylesheet" href="/docs/style.css">
${kind === 'reference' && html`<script type="module" src="/docs/page.js"></script>`}
</head>
<body class="${kind}">
${content}
</body>
</html>
`.source
}

function ofGroup(operations: readonly Operation[], group: string): readonly Operation[] {
  return operations.filter((operation) => operation.group === group)
}

function menu(title: string, links: readonly Markup[]): Markup | undefined {
  if (links.length === 0) return undefined
  return html`<section><h2>${title}</h2><ul>${links.map((link) => html`<li>${link}</li>`)}</ul></section>`
}

function chapterLink({ id, title }: ReferenceChapter): Markup {
  return html`<a href="#${id}">${title}</a>`
}

function operationLink({ name, summary }: Operation): Markup {
  return html`<a href="#op-${name}" title="${summary}">${name}</a>`
}

function modelLink({ name }: DescribedModel): Markup {
  return html`<a href="#model-${name}">${name}</a>`
}

function chapterSection({ id, title, body }: ReferenceChapter): Markup {
  return html`<section id="${id}"><h2><a class="anchor" href="#${id}">${title}</a></h2>${body}</section>`
}

type Models = ReadonlyMap<string, DescribedModel>

function groupSections(group: keyof typeof groups, operations: readonly Operation[], models: Models) {
  if (operations.length === 0) return undefined
  return html`<section id="group-${group}"><h2>/${group} operations</h2><p>${groups[group]}</p></section>
${operations.map((operation) => operationSection(operation, models))}`
}

function operationSection(operation: Operation, models: Models): Markup {
  const { name, summary, details, group, enablement, callType, request, response } = operation
  const changes = changesSomething(operation)
  const alias = group === 'merchant' && html` <span class="alias">or <code>/${name}</code></span>`
  return html`<section id="op-${name}" class="operation">
<h3><a class="anchor" href="#op-${name}">${name}</a> <span class="badge ${changes ? 'command' : 'query'}">${changes ? 'changes' : 'reads'}</span>
${enablement && html`<span class="badge enablement">Needs the enablement ${enablement}</span>`}</h3>
<p>${summary}${details && html` ${details}`}</p>
<p class="address"><code><b>POST</b> ${pathOf(operation)}</code>${alias} <span class="alias">shown in history as <code>${callType}</code></span></p>
<pre tabindex="0"><code>${curlExample(operation)}</code></pre>
<h4 id="model-${request.name}">Request <small>${request.name}</small></h4>${tableOf(request.name, models)}
<h4 id="model-${response.name}">Response <small>${response.name}</small></h4>${tableOf(response.name, models)}
</section>`
}

function tableOf(name: string, models: Models): Markup | undefined {
  const found = models.get(name)
  return found && fieldTable(found)
}

function modelChapter(operations: readonly Operation[], models: Models): ReferenceChapter {
  const body = html`${sharedModels(operations, models).map(
    (found) => html`<section id="model-${found.name}" class="model">
<h3><a class="anchor" href="#model-${found.name}">${found.name}</a></h3>
<p>${found.about} <span class="alias">Used by ${[...found.usedBy].join(', ')}.</span></p>
${fieldTable(found)}
</section>`,
  )}`
  return { id: 'models', title: 'Models', body }
}

/** The models that stand in no operation's own section. */
function sharedModels(operations: readonly Operation[], models: Models): readonly DescribedModel[] {
  const own = new Set(operations.flatMap(({ request, response }) => [request.name, response.name]))
  return [...models.values()].filter(({ name }) => !own.has(name)).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}
