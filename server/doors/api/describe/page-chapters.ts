import { html, type Markup } from '../../../ground/html/markup.ts'
import { errorNotes } from './error-notes.ts'
import { cataloguedErrors } from './error-words.ts'
import { authorizationHeader, requestHeaders, responseHeaders, type TransportHeader } from './transport.ts'

export interface ReferenceChapter {
  readonly id: string
  readonly title: string
  readonly body: Markup
}

/** What every caller needs to know before the single operations. */
export function introductoryChapters(): readonly ReferenceChapter[] {
  return [
    { id: 'first-call', title: 'A first call', body: firstCall() },
    { id: 'authentication', title: 'Authentication', body: authentication() },
    { id: 'requests', title: 'Requests and responses', body: requests() },
    { id: 'retries', title: 'Idempotency and retries', body: retries() },
    { id: 'versions', title: 'Versions and enablements', body: versions() },
  ]
}

function firstCall(): Markup {
  return html`<p>Every operation is an HTTP <code>POST</code>. Its body is a JSON object, and so is its response.</p>
<p>The examples on this page take the caller's identity from shell variables:</p>
<pre tabindex="0"><code>export PURSER='<span data-origin>http://localhost:8080</span>'
export KEY='…' SECRET='…'
export BRAND='…' LOCATION='…' TERMINAL='…'</code></pre>
<p>Machine-readable descriptions: <a href="/openapi.json">OpenAPI 3.1</a> and <a href="/api-docs">Swagger 1.2</a>.</p>`
}

function authentication(): Markup {
  return html`<p>A call authenticates with an API key and its secret, using HTTP Basic authentication. A key belongs to one brand and may call every
operation there, unless its rights are narrower. Brand, location and terminal say where the call comes from and are part of every record.</p>
${headerTable([authorizationHeader, ...requestHeaders])}
<p>TransportHeader names are case-insensitive. Errors: <a href="#error-101">101</a> for a missing or wrong key or an absent required header,
<a href="#error-102">102</a> for an unknown location or terminal, <a href="#error-103">103</a> for a wrong employee.</p>
<p>Some operations can also check the card's pin. With <code>forcePinValidation</code> true, <code>pin</code> must match, or the call gets
error <a href="#error-10">10</a>. After ten wrong pins in a row every check on that card fails for 30 minutes, then for longer each time.</p>`
}

function headerTable(headers: readonly TransportHeader[]): Markup {
  const rows = headers.map(
    ({ name, required, about }) => html`
<tr><th scope="row"><code>${name}</code></th><td>${required && html`<strong class="required">required</strong>`}</td><td>${about}</td></tr>`,
  )
  return html`<table><thead><tr><th scope="col">TransportHeader</th><th scope="col">Presence</th><th scope="col">Value</th></tr></thead><tbody>${rows}</tbody></table>`
}

function requests(): Markup {
  const rows = responseHeaders.map(
    ({ name, about }) => html`<tr><th scope="row"><code>${name}</code></th><td>${about}</td></tr>`,
  )
  return html`<ul>
<li>The body is read as JSON, whatever its content type says. An empty body is an empty object. The limit is 1 MiB.</li>
<li><code>null</code> means absent, and so does an empty text in an optional text field, unless the description says that it clears the field.
In the filters of search both are error <a href="#error-100">100</a>, because a filter that was left empty must not find everybody.</li>
<li>Unknown fields are ignored, and a response header names them.</li>
<li>A number may be sent as a text (<code>"8"</code>), a text as a number, and a boolean as <code>"true"</code> or <code>"false"</code>.</li>
<li>Dates with a time have the form <code>yyyy-MM-dd HH:mm:ss</code>. They are in UTC, unless the brand has another interface time zone.</li>
<li>Amounts are exact decimals with at most as many decimals as the value type's scale.</li>
<li>HTTP status 200 means success, and no other status does. Every response has <code>success</code> and <code>requestRef</code>.
A failure also has <code>errorCode</code> and <code>errorMessage</code>. Rely on the code, never on the message.</li>
</ul>
<table><thead><tr><th scope="col">Response header</th><th scope="col">Value</th></tr></thead><tbody>${rows}</tbody></table>`
}

function retries(): Markup {
  return html`<p>Give every call that changes something its own <code>customRequestId</code>, and send the same one when you repeat the call.
A call that succeeded is never executed again under the same id, however late it is repeated. The repeat gets error
<a href="#error-3">3</a>, and the header <code>Purser-Original-Request</code> has the requestRef of the call that succeeded.
<code>Purser-Original-Matches</code> says whether it was the same call, with the same operation and body.
A call that failed does not use up its id.</p>
<ol>
<li>Repeat after a network failure, and after errors <a href="#error-26">26</a>, <a href="#error-108">108</a> and <a href="#error-109">109</a>. With 109, nothing was executed.</li>
<li>Error <a href="#error-136">136</a>, like no response at all, leaves the outcome unknown. Repeating the call with the same id is safe and settles it.</li>
<li>Wait two seconds before the first retry and twice as long before each further one. <code>Retry-After</code> takes precedence. Give up after five to ten retries.</li>
<li>Error 3 on a retry is good news: the earlier attempt succeeded. Stop retrying. <code>requestLookup</code> shows that attempt.</li>
<li>Every other error will come again until the request or the data changes.</li>
</ol>`
}

function versions(): Markup {
  return html`<p>Fields marked <span class="badge v2">JSON v2</span> exist for brands whose apiVersion is 2. For other brands they count as unknown
and are left out of responses.</p>
<p>Whatever is marked <span class="badge enablement">Needs the enablement …</span> is refused with error
<a href="#error-104">104</a> until the operator enables it for the brand.</p>
<p>New fields and enumerated values are added without notice. Tolerate those that you do not know.</p>`
}

export function errorChapter(): ReferenceChapter {
  const rows = cataloguedErrors.map(
    ({ code, status, text }) => html`
<tr id="error-${code}"><th scope="row"><a class="anchor" href="#error-${code}"><code>${code}</code></a></th><td>${status}</td><td>${text}</td><td>${errorNotes[code]}</td></tr>`,
  )
  const body = html`<p>A refused request changes nothing, except that wrong pins are counted. The message may be more specific than the text shown here. Rely on the code only.</p>
<table class="errors"><thead><tr><th scope="col">Code</th><th scope="col">HTTP</th><th scope="col">Text</th><th scope="col">When</th></tr></thead><tbody>${rows}</tbody></table>`
  return { id: 'errors', title: 'Errors', body }
}
