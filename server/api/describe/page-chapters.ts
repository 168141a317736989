import { html, type Markup } from '../../html/markup.ts'
import { errorNotes } from './error-notes.ts'
import { cataloguedErrors } from './error-words.ts'
import { authorizationHeader, type Header, requestHeaders, responseHeaders } from './transport.ts'

export interface Chapter {
  readonly id: string
  readonly title: string
  readonly body: Markup
}

/** What every caller needs to know before the single operations. */
export function introductoryChapters(): readonly Chapter[] {
  return [
    { id: 'first-call', title: 'A first call', body: firstCall() },
    { id: 'authentication', title: 'Authentication', body: authentication() },
    { id: 'requests', title: 'Requests and answers', body: requests() },
    { id: 'retries', title: 'Idempotency and retries', body: retries() },
    { id: 'versions', title: 'Versions and enablements', body: versions() },
  ]
}

function firstCall(): Markup {
  return html`<p>Every operation is an HTTP <code>POST</code> with a JSON object as its body and a JSON object as its answer.
The examples on this page take who calls, and from where, from variables of the shell:</p>
<pre><code>export PURSER='<span data-origin>http://localhost:8080</span>'
export KEY='…' SECRET='…'
export BRAND='…' LOCATION='…' TERMINAL='…'</code></pre>
<p>Machine-readable descriptions: <a href="/openapi.json">OpenAPI 3.1</a> and <a href="/api-docs">Swagger 1.2</a>.</p>`
}

function authentication(): Markup {
  return html`<p>A call proves itself with an API key and its secret, as HTTP Basic authentication. The key belongs to one brand
and may perform any operation within it. Brand, location and terminal say where the call comes from; they are part of every record.</p>
${headerTable([authorizationHeader, ...requestHeaders])}
<p>Header names are case-insensitive. A missing or wrong key, and any required header that is absent, is error <a href="#error-101">101</a>, an unknown location or
terminal <a href="#error-102">102</a>, a wrong employee <a href="#error-103">103</a>.</p>
<p>Some operations check the card's pin as well: with <code>forcePinValidation</code> true, <code>pin</code> must match,
else error <a href="#error-10">10</a>. After ten wrong pins in a row every check on that card fails for 30 minutes, then for longer and longer.</p>`
}

function headerTable(headers: readonly Header[]): Markup {
  const rows = headers.map(
    ({ name, required, about }) => html`
<tr><th scope="row"><code>${name}</code></th><td>${required && html`<strong class="required">required</strong>`}</td><td>${about}</td></tr>`,
  )
  return html`<table><thead><tr><th scope="col">Header</th><th scope="col">Presence</th><th scope="col">Value</th></tr></thead><tbody>${rows}</tbody></table>`
}

function requests(): Markup {
  const rows = responseHeaders.map(
    ({ name, about }) => html`<tr><th scope="row"><code>${name}</code></th><td>${about}</td></tr>`,
  )
  return html`<ul>
<li>The body is read as JSON whatever its content type says. An empty body is an empty object; the limit is 1 MiB.</li>
<li><code>null</code> means absent, and so does an empty text in any optional text, unless the field says that it clears.
Only in the filters of search both are error <a href="#error-100">100</a>: a filter that was not filled in must not find everybody.</li>
<li>Unknown fields are ignored, and named in a header of the answer.</li>
<li>A number may be given as a text (<code>"8"</code>), a text as a number, and <code>"true"</code> or <code>"false"</code> as a text.</li>
<li>Dates with a time are <code>yyyy-MM-dd HH:mm:ss</code>, in UTC unless the brand has another interface time zone.</li>
<li>Amounts are exact decimals with at most as many decimals as the value type's scale.</li>
<li>HTTP status 200 means success and nothing else does. Every answer carries <code>success</code> and <code>requestRef</code>;
a failure has <code>errorCode</code> and <code>errorMessage</code> besides. Rely on the code, never on the message.</li>
</ul>
<table><thead><tr><th scope="col">Header of the answer</th><th scope="col">Value</th></tr></thead><tbody>${rows}</tbody></table>`
}

function retries(): Markup {
  return html`<p>Give every changing call a <code>customRequestId</code> of its own, and repeat it unchanged when you repeat the call.
A call that succeeded is never executed again under the same id, however late it is repeated: the answer is then error
<a href="#error-3">3</a>, and the header <code>Purser-Original-Request</code> has the requestRef of the call that succeeded.
A call that failed does not use up its id.</p>
<ol>
<li>Repeat after a network failure, and after errors <a href="#error-26">26</a>, <a href="#error-108">108</a> and <a href="#error-109">109</a>. With 109, nothing was executed.</li>
<li>Error <a href="#error-136">136</a>, like no answer at all, leaves the outcome unknown: repeating with the same id is safe and settles it.</li>
<li>Wait two seconds before the first repetition and twice as long before each further one; <code>Retry-After</code> wins. Give up after five to ten.</li>
<li>Error 3 on a repetition is good news: the earlier attempt succeeded. Stop; <code>requestLookup</code> shows it.</li>
<li>Every other error repeats itself until the request or the data changes.</li>
</ol>`
}

function versions(): Markup {
  return html`<p>Fields marked <span class="badge v2">JSON v2</span> exist for brands whose apiVersion is 2; for others they count as unknown
and are left out of answers. What is marked <span class="badge enablement">Needs the enablement …</span> is refused with error
<a href="#error-104">104</a> until the operator enables it for the brand.</p>
<p>Additions arrive without notice: tolerate fields and enumerated values that you do not know.</p>`
}

export function errorChapter(): Chapter {
  const rows = cataloguedErrors.map(
    ({ code, status, text }) => html`
<tr id="error-${code}"><th scope="row"><a class="anchor" href="#error-${code}"><code>${code}</code></a></th><td>${status}</td><td>${text}</td><td>${errorNotes[code]}</td></tr>`,
  )
  const body = html`<p>A refused request changes nothing, except that wrong pins are counted. The words may be more exact than shown here, the code is not.</p>
<table class="errors"><thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">Text</th><th scope="col">When</th></tr></thead><tbody>${rows}</tbody></table>`
  return { id: 'errors', title: 'Errors', body }
}
