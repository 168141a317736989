import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../server/api/describe/openapi.ts'
import { apiListing } from '../../server/api/describe/swagger12.ts'
import { operations } from '../../server/operations/all.ts'

/** Every operation of the specification, and the models of its request and its answer. */
const specifiedOperations = `
  allocate AllocateRequest AllocateResponse
  allocateChildCard AllocateChildCardRequest AllocateChildCardResponse
  allocateCoupon AllocateCouponRequest AllocateCouponResponse
  cardHistory CardHistoryRequest CardHistoryResponse
  channelSubscription ChannelSubscriptionRequest ChannelSubscriptionResponse
  checkout CheckoutRequest CheckoutResponse
  couponDetails CouponDetailsRequest CouponDetailsResponse
  createEventType CreateEventTypeRequest CreateEventTypeResponse
  listEventTypes ListEventTypesRequest ListEventTypesResponse
  listRequests ListRequestsRequest ListRequestsResponse
  listValueTypes ListValueTypesRequest ListValueTypesResponse
  listSubscriptionLists ListSubscriptionListsRequest ListSubscriptionListsResponse
  reactivate ReactivateRequest ReactivateResponse
  requestLookup RequestLookupRequest RequestLookupResponse
  returnMerchandise ReturnRequest ReturnResponse
  search SearchRequest SearchResponse
  transfer TransferRequest TransferResponse
  triggerCustomCampaigns TriggerCustomCampaignRequest TriggerCustomCampaignResponse
  updateAccount UpdateAccountRequest UpdateAccountResponse
  updateBalance UpdateBalanceRequest UpdateBalanceResponse
  updateChannelSubscription UpdateChannelSubscriptionRequest UpdateChannelSubscriptionResponse
  voidTransaction VoidRequest VoidResponse
`

/** Every field that the specification names, by model: written down by hand, in the order of its tables. */
const specifiedFields: Readonly<Record<string, string>> = {
  // Shared models
  CardBalanceAmount: 'amount balanceType balanceCode convertToMainCurrency',
  CardBalance: `balanceType balanceCode amount scale isHold holdingTransactionId doesBalanceExpire balanceExpiration
    balanceActiveDate convertedAmount balanceBucket`,
  Customer: `firstName middleName lastName birthday anniversary gender email phone mobilePhone address1 address2 city
    state postal country latitude longitude isMobile mobileCarrier phonePref mailPref emailPref profileType flv
    affiliatedLocationObjects affiliatedLocations`,
  LocationData: 'name externalId',
  CustomerUpdates: `firstName middleName lastName birthday anniversary gender email phone mobilePhone address1 address2
    city state postal country latitude longitude isMobile mobileCarrier phonePref mailPref emailPref profileType flv
    affiliatedLocations`,
  CustomerUpdatesStringList: 'mode values',
  CheckoutProduct: 'sku unitPrice amountPurchased unitCost',
  SimplifiedSkuObject: 'sku unitPrice amountPurchased',
  CheckoutKeyValue: 'key value',
  PreDiscount: 'amount product externalPromotionId externalCampaignRuleId',
  PaymentMethod: `paymentType amount redeemBalance balanceType balanceCode checkoutPaymentAmount
    updateBalanceRequestRef countAsDiscount`,
  CampaignBalanceMutation: `amount isDiscount balanceType balanceCode balanceExpiration balanceActiveDate sku
    skuUnitPrice skuAmount skuUnitDiscount skuSequenceId campaignUUID campaignRevisionUUID campaignRuleUUID
    campaignResultUUID campaignConditionUUID campaignDescriptiveName customMutationType childCard
    subtrackDisplayName offerIndex`,
  HistoricTransaction: `transactionId transactionTime isLegacy legacyType callType requestRef externalTransactionId
    location locationName merchantName childCardNumber isVoided mainBalanceUpdate checkoutTotalBeforeDiscounts
    checkoutTotalAfterDiscounts totalDiscount checkoutShippingTotal checkoutTaxTotal skus balanceUpdates
    holdBalanceUpdates`,
  HistoricTransactionBalanceUpdate: `amount balanceType balanceCode mutationType issuanceIndex campaignName
    campaignRuleName campaignResultName campaignConditionName balanceBucket balanceActiveDate`,
  HistoricCheckout: `externalReference isReturn checkoutDate mutations transactionReference locationId checkoutTotal
    merchantName`,
  BrandDemographicsProperties: 'fieldName value values mode',
  BrandDemographicsValue: 'dateValue stringValue decimalValue integerValue',
  ThirdPartyCardProperties: 'thirdParty optIn username customData categories',
  ThirdPartyCategory: 'optIn uuid name optInPending optInConfirmed optInSourceName optInSourceId',
  AdjustmentStatusDetails: 'newStatus',
  Card: `cardNumber cardSetId customCardNumber cardStatus activationDate isEnrolled enrollmentDate customer
    alternateCustomer giverCustomer balances brandDemographics customData thirdPartyLinks events emailBounced checkouts
    mailings recommendedProducts segments score pin childCards coupons metaData campaignCounters enrolledPrograms
    surveyResponses personalOffers walletPassStatus`,
  CardScore: 'monetaryScore recencyScore frequencyScore totalScore scoreLabel',
  CardSegment: 'id name description',
  CardCoupon: 'couponId promotionId issuedDate redemptionDate expirationDate',
  CardMetaData: 'programType programName cardCurrency baseCurrency owningLocationName',
  CardStatistics: 'mostSpentLocationId lastShoppedLocationId mostShoppedLocationId',
  CardCampaignCounter: 'campaignCounterId lifetimeCount recentFirings',
  CardSubscription: `subscriptionId externalId name tier sourceSystem systemType subType subscriptionStatus
    assignmentDate assignmentStartDate assignmentEndDate`,
  RecommendedProduct: 'sku name recommendationType',
  ValueTypeResult: 'balanceType balanceCode scale balanceCodeDisplay',
  SubscriptionListInfo: 'uuid name isPublic',
  ChannelCategoryType: 'category optIn',
  ChannelKeyValuesType: 'name value',
  EventTypeDefinition: 'eventType categoryId name specificId groupType sentiment active createDate modifiedDate',
  CustomEventProperty: 'key value',
  ProgramEnrollment: 'program enroll',
  CustomDemographicFilter: 'fieldName textValue',
  OfferActivityRow: 'timestamp discountNr',
  PersonalOffer: `skus qualifyingSkus discountType percentageDiscount newGroupPrice absoluteDiscount activationDate
    expirationDate maxUsageCount customId`,
  PersonalOfferProduct: 'sku includeChildProducts',
  SurveyResponseRegistration: 'surveyId instanceId sentDate fieldResponses removeRegistration responseChannel',
  SurveyFieldRegistration: 'fieldName setValue numericalValue numericalValues stringValue stringValues',
  CampaignOption: 'optionId choiceGroupId maxSelectedOptions selected optionDisplayValue campaignRuleUUID',
  ResponseObject: 'message receiptMessage campaignRuleUUID',
  SearchResultEvent: 'eventDate eventType categoryId payload',
  // Requests and answers
  AllocateRequest: 'cardSetId cardNumber createIfNew customRequestDate brandDemographics customerUpdates',
  AllocateResponse: 'cardNumber pin',
  AllocateChildCardRequest: 'cardNumber childCardNumber',
  AllocateChildCardResponse: '',
  AllocateCouponRequest: `couponSetId couponId cardNumber promotionId allowMultipleCoupons failOnMultipleCoupons
    customTags expirationDate createIfNew newPin`,
  AllocateCouponResponse: 'couponId customTags allowedWithCards',
  CardHistoryRequest: `cardNumber beginDate endDate childCardNumber maxResults offset sortMostRecentFirst
    includeCampaignData includeExternalTransactionIds splitHoldMutations restrictTransactionTypes
    includeMainBalanceUpdate includeStats includeLifeCycleStatistics includeSuspicionScoreStatistics
    includeLocationNames includeTransactionDetails couponId`,
  CardHistoryResponse: 'transactions matchCount transactionCount oldestTransaction newestTransaction',
  ChannelSubscriptionRequest: 'channel channelUser',
  ChannelSubscriptionResponse: `channel channelUser globalOptIn transactionalOptIn doubleOptIn doubleOptInConfirmed
    categories customKeyValues`,
  UpdateChannelSubscriptionRequest: `channel channelUser globalOptIn transactionalOptIn doubleOptIn
    doubleOptInConfirmed categories customKeyValues`,
  UpdateChannelSubscriptionResponse: '',
  CheckoutRequest: `cardNumber isSetup lockSetupDuration lockExcludedValueTypes relatedSetupTransactionId cancelSetup
    checkoutTotal checkoutShippingTotal checkoutTipTotal products preDiscounts customKeyValues campaignChoices
    paymentMethods coupons removeBlockingCoupons failOnUnusedCoupons forcePinValidation pin childCardNumber
    useParentBalancesOnly trigger returnBalanceMutations returnBalances returnResponseObjects recommendationAmount
    referringCardNumber orderMode barcode receiptInformation customRequestDate`,
  CheckoutResponse: `transactionId checkoutTotalBeforeDiscount balances issuedCouponIDs blockingCoupons childCardNumber
    recommendedProducts responseMessages responseObjects campaignOptions`,
  CouponDetailsRequest: 'couponId action reserveUntil newCustomTags newAllowedCards',
  CouponDetailsResponse: 'isAllocated isUsed isDisabled customTags allowedWithCards reservedUntil',
  CreateEventTypeRequest: 'categoryId name groupType sentiment',
  CreateEventTypeResponse: '',
  ListEventTypesRequest: 'offset limit',
  ListEventTypesResponse: 'eventTypes',
  ListRequestsRequest: 'externalTransactionId',
  ListRequestsResponse: 'requestRefs',
  ListValueTypesRequest: 'lookupCardNumber cardSetId',
  ListValueTypesResponse: 'valueTypes',
  ListSubscriptionListsRequest: 'communicationChannelType',
  ListSubscriptionListsResponse: 'subscriptionLists',
  ReactivateRequest: '',
  ReactivateResponse: '',
  RequestLookupRequest: 'requestRef showDetailedMutations splitHoldMutations returnCustomMutationTypes',
  RequestLookupResponse: `requestDate callType cardNumber childCardNumber locationId terminalId employeeId vtUserId note
    externalTransactionId isVoided requestErrorCode checkoutTotalBeforeDiscount totalDiscount balanceMutations
    holdBalanceMutations detailedHoldMutations detailedNonHoldMutations`,
  ReturnRequest: `cardNumber checkoutRequestRef childCardNumber returnedProducts additionalReturnAmount
    failIfOverReturn reversePayments disableIssuedCoupons failIfCouponsUsed usedCouponResets removeCustomEvents
    simulateOnly merchantName customRequestDate`,
  ReturnResponse: '',
  SearchRequest: 'filters childFilters returnFields includeInactive convertToCurrency',
  SearchReturnFields: `balances balanceExpirations delayedBalances isEnrolled events customData thirdPartyLinks
    brandDemographics decorateCustomValues decorationLang giverCustomer alternateCustomer customer emailBounced
    mmsBounced childCards checkouts checkoutMutations coupons mailings segments metaData pin walletPassStatus
    personalOffers campaignCounters enrolledPrograms surveyResponses recommendationAmount`,
  SearchResponse: 'cards usedCache',
  TransferRequest: `action cardNumber oldCardNumber mergeMode overwriteDemographics copyCustomCardNumber
    ignoreHoldBalances transferCoupons owningLocationType returnBalanceMutations forcePinValidation pin
    childCardNumber oldChildCardNumber`,
  TransferResponse: '',
  TriggerCustomCampaignRequest: 'cardNumber customKeyValues',
  TriggerCustomCampaignResponse: 'sentNotifications responseMessages',
  UpdateAccountRequest: `cardNumber childCardNumber primaryCustomer alternateCustomer countAsEnrollment
    customCardNumber brandDemographics thirdPartyUpdates newEvents surveyResponses programEnrollments customKeyValues
    forcePinValidation pin updatedPin skipOptInConfirmationEmails returnBalances returnBalanceMutations
    customRequestDate`,
  UpdateAccountResponse: 'balances balanceMutations',
  UpdateBalanceRequest: `cardNumber action amount isReturnRelated issuedBalanceExpiration issuedBalanceActivation
    redeemMaxOnOverdraw redeemFromHoldTransactionId releaseHoldRemainder isCashout isAccountingAdjustment adjustStatus
    suspensionReason returnBalances returnBalanceExpirations returnDelayedBalances forcePinValidation pin couponId
    subtrackIndex childCardNumber orderTotal merchantName balanceReference customMutationType customKeyValues
    customRequestDate`,
  UpdateBalanceResponse: `transactionId cardNumber balances didOverdraw overdrawAmount overdrawAmountOriginalCurrency
    convertedAmount`,
  VoidRequest: `requestRef cardNumber childCardNumber disableIssuedCoupons failIfCouponsUsed usedCouponResets
    customMutationTypeOverride customRequestDate`,
  VoidResponse: '',
  // Requests whose paths the specification does not show
  CheckoutLookupRequest: 'checkoutTransactionId',
  OfferActivityRequest: 'cardNumber',
  CommunicationActivityRequest: 'cardNumber',
  GeneratePassLinkRequest: 'cardNumber',
  ProcessMessageRequest: 'message cardNumber',
  ProcessMessageResponse: 'triggeredRuleCount',
  RenderTemplateRequest: 'templateId cardNumber',
  RenderTemplateResponse: 'subject body',
  TriggerReferRewardsRequest: 'cardNumber checkoutCount checkoutTotalSum',
  AddPersonalOfferRequest: '',
  TriggerCampaignRuleRequest: '',
  LogPushEventRequest: '',
  SubscriptionDetailsRequest: '',
}

const envelope = ['requestRef', 'success', 'errorCode', 'errorMessage']
const headers = ['Brand', 'Location', 'Terminal', 'externalTransactionId', 'customRequestId', 'note']

type Tree = { readonly [name: string]: unknown }
const wordsOf = (text: string) => text.split(/\s+/).filter((word) => word !== '')
const listing = apiListing('merchant', operations, 'https://example.com') as Tree
const models = listing.models as Record<string, { properties: Tree; required?: string[] }>

test('the 1.2 description names every field that the specification names, model by model', () => {
  const missing = Object.entries(specifiedFields).flatMap(([name, fields]) => {
    const model = models[name]
    if (!model) return [`${name}: no such model`]
    const wanted = [...wordsOf(fields), ...(name.endsWith('Response') ? envelope : [])]
    return wanted.filter((field) => !Object.hasOwn(model.properties, field)).map((field) => `${name}.${field}`)
  })
  assert.deepEqual(missing, [])
})

test('the OpenAPI description names them too', () => {
  const { schemas } = (openApi(operations) as { components: { schemas: Record<string, { properties?: Tree }> } })
    .components
  const missing = Object.entries(specifiedFields).flatMap(([name, fields]) =>
    wordsOf(fields)
      .filter((field) => !Object.hasOwn(schemas[name]?.properties ?? {}, field))
      .map((field) => `${name}.${field}`),
  )
  assert.deepEqual(missing, [])
})

test('every operation is described with the models and the headers of the specification', () => {
  const described = new Map(
    (listing.apis as { path: string; operations: Tree[] }[]).map(({ path, operations: [operation] }) => [
      path,
      operation,
    ]),
  )
  const rows = specifiedOperations.trim().split('\n').map(wordsOf)
  assert.equal(rows.length, 22)
  for (const [name, request, response] of rows) {
    const operation = described.get(`/merchant/${name}`)
    const parameters = operation?.parameters as { name: string; paramType: string; type: string }[]
    assert.deepEqual([operation?.method, operation?.type], ['POST', response], name)
    assert.equal(parameters.find(({ paramType }) => paramType === 'body')?.type, request, name)
    const named = parameters.filter(({ paramType }) => paramType === 'header').map((one) => one.name.toLowerCase())
    assert.deepEqual(
      headers.filter((header) => !named.includes(header.toLowerCase())),
      [],
      name,
    )
  }
})
