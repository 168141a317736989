import type { Account, CustomerRecord } from '../../../../domain/account/account.ts'
import type { SurveyInstance } from '../../../../domain/account/surveys.ts'
import type { ListOptIn } from '../../../../domain/account/third-party-link.ts'
import type { Brand } from '../../../../domain/brand/brand.ts'
import type { Card } from '../../../../domain/card/card.ts'
import { defined } from '../../../../ground/kernel/defined.ts'
import { formatDateTime } from '../../../../ground/kernel/time.ts'
import { accountOf } from './card-facets.ts'
import { type FoundCard, type SearchView, showDay } from './search-view.ts'

/** What is kept about the people of a card, as far as it was asked for. */
export function showAccount(card: Card, shown: SearchView): Partial<FoundCard> {
  const { request, brand, facets } = shown
  const fields = request.returnFields
  const account = accountOf(facets, card.id)
  const { enrolledAt } = account
  return {
    ...(fields?.isEnrolled && { isEnrolled: enrolledAt !== undefined }),
    ...(fields?.isEnrolled && enrolledAt !== undefined && { enrollmentDate: showDay(enrolledAt, brand) }),
    ...(fields?.customer && { customer: showCustomer(account.customer, brand) }),
    ...(fields?.alternateCustomer &&
      account.alternate && { alternateCustomer: showCustomer(account.alternate, brand) }),
    ...(fields?.giverCustomer && account.giver && { giverCustomer: showCustomer(account.giver, brand) }),
    ...(fields?.brandDemographics && {
      brandDemographics: JSON.stringify(showDemographics(account, brand, labelsIn(fields))),
    }),
    ...showLinks(account, shown),
    ...(fields?.surveyResponses && { surveyResponses: (account.surveys ?? []).map((one) => showSurvey(one, brand)) }),
    ...(fields?.enrolledPrograms && {
      enrolledPrograms: Object.entries(account.programs).map(([program, since]) => ({
        program,
        enrollmentDate: showDay(since, brand),
      })),
    }),
  }
}

/** The custom data has a field of its own; all other links are shown as they are, without it. */
function showLinks({ links = [] }: Account, { request, brand }: SearchView): Partial<FoundCard> {
  const fields = request.returnFields
  const customData = links.find(({ thirdParty }) => thirdParty === 'custom')?.customData
  const names = new Map(brand.document.subscriptionLists.map(({ uuid, name }) => [uuid, name]))
  return {
    ...(fields?.customData && customData !== undefined && { customData }),
    ...(fields?.thirdPartyLinks && {
      thirdPartyLinks: links
        .filter(({ thirdParty }) => thirdParty !== 'custom')
        .map(({ thirdParty, optIn = false, username, lists = [] }) =>
          defined({
            thirdParty,
            optIn,
            username,
            ...(lists.length > 0 && { categories: lists.map((one) => showList(one, thirdParty, names.get(one.uuid))) }),
          }),
        ),
    }),
  }
}

function showList(
  { uuid, optIn, confirmed = false, sourceName, sourceId }: ListOptIn,
  thirdParty: string,
  name?: string,
) {
  return defined({
    uuid,
    name,
    optIn,
    ...(thirdParty === 'phone' && { optInPending: optIn && !confirmed, optInConfirmed: confirmed }),
    optInSourceName: sourceName,
    optInSourceId: sourceId,
  })
}

function showSurvey({ surveyId, instanceId, sentAt, channel, fields }: SurveyInstance, brand: Brand) {
  return defined({
    surveyId,
    instanceId,
    ...(sentAt !== undefined && { sentDate: formatDateTime(sentAt, brand.interfaceTimeZone) }),
    responseChannel: channel,
    fieldResponses: fields,
  })
}

const locationsMax = 20

function showCustomer(customer: CustomerRecord, brand: Brand) {
  const { affiliatedLocations, ...rest } = customer
  if (!Array.isArray(affiliatedLocations)) return rest
  const first: readonly string[] = affiliatedLocations.slice(0, locationsMax)
  return {
    ...rest,
    affiliatedLocations: first,
    affiliatedLocationObjects: first.map((id) => {
      const name = brand.locations.get(id)?.name
      return defined({ name, externalId: id })
    }),
  }
}

/** The language of the labels that stand for values; undefined for the values themselves. */
function labelsIn({ decorateCustomValues, decorationLang }: { decorateCustomValues: boolean; decorationLang: string }) {
  return decorateCustomValues ? decorationLang : undefined
}

function showDemographics({ demographics }: Account, brand: Brand, language: string | undefined) {
  const entries = Object.entries(demographics).map(([name, values]) => {
    const field = brand.document.demographicFields.find((one) => one.name === name)
    const labels = language === undefined ? undefined : field?.labels?.[language]
    const shown = values.map((value) => labels?.[String(value)] ?? value)
    return [name, field?.list ? shown : shown[0]]
  })
  return Object.fromEntries(entries)
}
