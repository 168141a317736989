/**
 * The specification's tables, written down by hand in their order. A field is `name:type`; then `!` when it is required,
 * `^2` when it is marked JSON v2 (`^?` when the text leaves open which fields of a group are), `=value` for its default,
 * and `<set>` for the set of values that it takes. `any` is a type that the specification does not show.
 */
export const specifiedModels: Readonly<Record<string, string>> = {
  // Shared models
  CardBalanceAmount: 'amount:number balanceType:string!<balanceType> balanceCode:string convertToMainCurrency:boolean',
  CardBalance: `balanceType:string!<balanceType> balanceCode:string amount:number! scale:integer isHold:boolean=false
    holdingTransactionId:string doesBalanceExpire:boolean^2 balanceExpiration:integer^2 balanceActiveDate:integer^2
    convertedAmount:number balanceBucket:BalanceBucket`,
  Customer: `firstName:string middleName:string lastName:string birthday:string anniversary:string gender:string<gender>
    email:string phone:string mobilePhone:string address1:string address2:string city:string state:string postal:string
    country:string latitude:number longitude:number isMobile:string<isMobile> mobileCarrier:string
    phonePref:string<preference> mailPref:string<preference> emailPref:string<preference> profileType:string
    flv:integer affiliatedLocationObjects:LocationData[] affiliatedLocations:string[]`,
  LocationData: 'name:string externalId:string',
  CustomerUpdates: `firstName:string middleName:string lastName:string birthday:string anniversary:string
    gender:string<gender> email:string phone:string mobilePhone:string address1:string address2:string city:string
    state:string postal:string country:string latitude:number longitude:number isMobile:string<isMobile>
    mobileCarrier:string phonePref:string<preference> mailPref:string<preference> emailPref:string<preference>
    profileType:string flv:integer affiliatedLocations:CustomerUpdatesStringList`,
  CustomerUpdatesStringList: 'mode:string^2=overwrite<mode> values:string[]',
  CheckoutProduct: 'sku:string! unitPrice:number=0 amountPurchased:number=1 unitCost:number',
  SimplifiedSkuObject: 'sku:string! unitPrice:number=0 amountPurchased:number=1',
  CheckoutKeyValue: 'key:string! value:string!',
  PreDiscount: `amount:number! product:DiscountProduct externalPromotionId:string^2 externalCampaignRuleId:string^2`,
  PaymentMethod: `paymentType:string amount:number redeemBalance:boolean balanceType:string balanceCode:string
    checkoutPaymentAmount:number updateBalanceRequestRef:string countAsDiscount:boolean`,
  CampaignBalanceMutation: `amount:number! isDiscount:boolean!=false balanceType:string<balanceType> balanceCode:string
    balanceExpiration:integer balanceActiveDate:integer sku:string skuUnitPrice:number skuAmount:number
    skuUnitDiscount:number skuSequenceId:integer campaignUUID:string campaignRevisionUUID:string
    campaignRuleUUID:string campaignResultUUID:string campaignConditionUUID:string campaignDescriptiveName:string^2
    customMutationType:string childCard:boolean subtrackDisplayName:string offerIndex:integer`,
  HistoricTransaction: `transactionId:string! transactionTime:integer! isLegacy:boolean! legacyType:string<legacyType>
    callType:string^2<callType> requestRef:string externalTransactionId:string^2 location:string locationName:string^2
    merchantName:string childCardNumber:string isVoided:boolean^2 mainBalanceUpdate:number
    checkoutTotalBeforeDiscounts:number checkoutTotalAfterDiscounts:number totalDiscount:number
    checkoutShippingTotal:number checkoutTaxTotal:number skus:SimplifiedSkuObject[]
    balanceUpdates:HistoricTransactionBalanceUpdate[] holdBalanceUpdates:HistoricTransactionBalanceUpdate[]`,
  HistoricTransactionBalanceUpdate: `amount:number! balanceType:string!<balanceType> balanceCode:string
    mutationType:string<mutationType> issuanceIndex:integer campaignName:string^2 campaignRuleName:string^2
    campaignResultName:string^2 campaignConditionName:string^2 balanceBucket:BalanceBucket balanceActiveDate:integer`,
  HistoricCheckout: `externalReference:string isReturn:boolean checkoutDate:string
    mutations:CampaignBalanceMutation[]^2 transactionReference:string locationId:string checkoutTotal:number
    merchantName:string`,
  BrandDemographicsProperties: `fieldName:string! value:string values:BrandDemographicsValue[]^2
    mode:string^2=overwrite<mode>`,
  BrandDemographicsValue: 'dateValue:string stringValue:string decimalValue:number integerValue:integer',
  ThirdPartyCardProperties: `thirdParty:string optIn:boolean username:string customData:string
    categories:ThirdPartyCategory[]`,
  ThirdPartyCategory: `optIn:boolean!=false uuid:string name:string optInPending:boolean optInConfirmed:boolean
    optInSourceName:string optInSourceId:string`,
  AdjustmentStatusDetails: 'newStatus:string!<newStatus>',
  Card: `cardNumber:string! cardSetId:string customCardNumber:string cardStatus:string<cardStatus>
    activationDate:string^2 isEnrolled:boolean enrollmentDate:string^2 customer:Customer alternateCustomer:Customer
    giverCustomer:Customer balances:CardBalance[] brandDemographics:string customData:string
    thirdPartyLinks:ThirdPartyCardProperties[] events:SearchResultEvent[] emailBounced:boolean
    checkouts:HistoricCheckout[] mailings:Mailing[] recommendedProducts:RecommendedProduct[] segments:CardSegment[]
    score:CardScore^2 pin:string childCards:Card[] coupons:CardCoupon[] metaData:CardMetaData^2
    campaignCounters:CardCampaignCounter[]^2 enrolledPrograms:any^2 surveyResponses:any^2 personalOffers:any^2
    walletPassStatus:any^2`,
  CardScore: `monetaryScore:number! recencyScore:number! frequencyScore:number! totalScore:number! scoreLabel:string`,
  CardSegment: 'id:string! name:string! description:string',
  CardCoupon: 'couponId:string promotionId:string issuedDate:string redemptionDate:string expirationDate:string',
  CardMetaData: `programType:string programName:string! cardCurrency:string baseCurrency:string
    owningLocationName:string`,
  CardStatistics: 'mostSpentLocationId:string lastShoppedLocationId:string mostShoppedLocationId:string',
  CardCampaignCounter: 'campaignCounterId:string lifetimeCount:integer recentFirings:string[]',
  CardSubscription: `subscriptionId:string externalId:string name:string tier:string sourceSystem:string
    systemType:string subType:string subscriptionStatus:string<subscriptionStatus> assignmentDate:string
    assignmentStartDate:string assignmentEndDate:string`,
  RecommendedProduct: 'sku:string! name:string recommendationType:string<recommendationType>',
  ValueTypeResult: 'balanceType:string<balanceType> balanceCode:string scale:integer balanceCodeDisplay:string',
  SubscriptionListInfo: 'uuid:string name:string isPublic:boolean',
  ChannelCategoryType: 'category:string! optIn:boolean!=false',
  ChannelKeyValuesType: 'name:string! value:string!',
  EventTypeDefinition: `eventType:string! categoryId:string! name:string specificId:string groupType:string<groupType>
    sentiment:integer active:boolean createDate:string modifiedDate:string`,
  CustomEventProperty: 'key:string! value:string!',
  ProgramEnrollment: 'program:string! enroll:boolean!=false',
  CustomDemographicFilter: 'fieldName:string! textValue:string!',
  OfferActivityRow: 'timestamp:integer! discountNr:integer=0',
  PersonalOffer: `skus:PersonalOfferProduct[]! qualifyingSkus:string[] discountType:string!<discountType>
    percentageDiscount:integer newGroupPrice:number absoluteDiscount:number activationDate:string
    expirationDate:string! maxUsageCount:integer=1 customId:integer`,
  PersonalOfferProduct: 'sku:string includeChildProducts:boolean=false',
  SurveyResponseRegistration: `surveyId:string! instanceId:string! sentDate:string
    fieldResponses:SurveyFieldRegistration[]! removeRegistration:boolean responseChannel:string<responseChannel>`,
  SurveyFieldRegistration: `fieldName:string! setValue:boolean! numericalValue:integer numericalValues:integer[]
    stringValue:string stringValues:string[]`,
  CampaignOption: `optionId:string choiceGroupId:string maxSelectedOptions:integer selected:boolean
    optionDisplayValue:string campaignRuleUUID:string`,
  ResponseObject: 'message:string receiptMessage:boolean campaignRuleUUID:string',
  SearchResultEvent: 'eventDate:string eventType:string categoryId:string payload:string',
  // Requests and answers
  AllocateRequest: `cardSetId:string cardNumber:string createIfNew:boolean^2=false customRequestDate:string
    brandDemographics:BrandDemographicsProperties[]^2 customerUpdates:CustomerUpdates`,
  AllocateResponse: 'cardNumber:string pin:string',
  AllocateChildCardRequest: 'cardNumber:string childCardNumber:string',
  AllocateChildCardResponse: '',
  AllocateCouponRequest: `couponSetId:string couponId:string cardNumber:string promotionId:string
    allowMultipleCoupons:boolean=false failOnMultipleCoupons:boolean=true customTags:string[] expirationDate:string
    createIfNew:boolean^2=false newPin:string`,
  AllocateCouponResponse: 'couponId:string customTags:string[] allowedWithCards:string[]',
  CardHistoryRequest: `cardNumber:string! beginDate:string endDate:string childCardNumber:string
    maxResults:integer^2=20 offset:integer^2=0 sortMostRecentFirst:boolean^2=true includeCampaignData:boolean=false
    includeExternalTransactionIds:boolean=false splitHoldMutations:boolean=false
    restrictTransactionTypes:string[]^2<callType> includeMainBalanceUpdate:boolean=false includeStats:boolean^2=false
    includeLifeCycleStatistics:boolean^2=false includeSuspicionScoreStatistics:boolean^2=false
    includeLocationNames:boolean^2=false includeTransactionDetails:boolean^2=false couponId:string^2`,
  CardHistoryResponse: `transactions:HistoricTransaction[] matchCount:integer transactionCount:integer
    oldestTransaction:string newestTransaction:string`,
  ChannelSubscriptionRequest: 'channel:string!<channel> channelUser:string!',
  ChannelSubscriptionResponse: `channel:string<channel> channelUser:string globalOptIn:boolean=false
    transactionalOptIn:boolean=false doubleOptIn:boolean=false doubleOptInConfirmed:boolean=false
    categories:ChannelCategoryType[] customKeyValues:ChannelKeyValuesType[]`,
  UpdateChannelSubscriptionRequest: `channel:string<channel> channelUser:string globalOptIn:boolean!
    transactionalOptIn:boolean doubleOptIn:boolean doubleOptInConfirmed:boolean categories:ChannelCategoryType[]
    customKeyValues:ChannelKeyValuesType[]`,
  UpdateChannelSubscriptionResponse: '',
  CheckoutRequest: `cardNumber:string isSetup:boolean=false lockSetupDuration:integer=0
    lockExcludedValueTypes:ValueType[] relatedSetupTransactionId:string cancelSetup:boolean=false checkoutTotal:number
    checkoutShippingTotal:number^2=0 checkoutTipTotal:number^2=0 products:CheckoutProduct[]
    preDiscounts:PreDiscount[]^2 customKeyValues:CheckoutKeyValue[] campaignChoices:CampaignChoice[]
    paymentMethods:PaymentMethod[] coupons:string[] removeBlockingCoupons:boolean=false
    failOnUnusedCoupons:boolean^2=true forcePinValidation:boolean=false pin:string childCardNumber:string^2
    useParentBalancesOnly:boolean^2=false trigger:string=checkout<trigger> returnBalanceMutations:boolean=false
    returnBalances:boolean=false returnResponseObjects:boolean=false recommendationAmount:integer^2
    referringCardNumber:string^2 orderMode:integer^2 barcode:string^2
    receiptInformation:TransactionReceiptInformation customRequestDate:string`,
  CheckoutResponse: `transactionId:string checkoutTotalBeforeDiscount:number balances:CardBalance[]
    issuedCouponIDs:string[] blockingCoupons:string[] childCardNumber:string recommendedProducts:RecommendedProduct[]
    responseMessages:string[] responseObjects:ResponseObject[] campaignOptions:CampaignOption[]`,
  CouponDetailsRequest: `couponId:string! action:string=details<couponAction> reserveUntil:string newCustomTags:string[]
    newAllowedCards:string[]`,
  CouponDetailsResponse: `isAllocated:boolean isUsed:boolean isDisabled:boolean customTags:string[]
    allowedWithCards:string[] reservedUntil:string`,
  CreateEventTypeRequest: 'categoryId:string! name:string groupType:string=OTHER<groupType> sentiment:integer',
  CreateEventTypeResponse: '',
  ListEventTypesRequest: 'offset:integer=0 limit:integer^2=1000',
  ListEventTypesResponse: 'eventTypes:EventTypeDefinition[]',
  ListRequestsRequest: 'externalTransactionId:string!',
  ListRequestsResponse: 'requestRefs:string[]',
  ListValueTypesRequest: 'lookupCardNumber:string cardSetId:string',
  ListValueTypesResponse: 'valueTypes:ValueTypeResult[]',
  ListSubscriptionListsRequest: 'communicationChannelType:string!<channel>',
  ListSubscriptionListsResponse: 'subscriptionLists:SubscriptionListInfo[]',
  ReactivateRequest: '',
  ReactivateResponse: '',
  RequestLookupRequest: `requestRef:string! showDetailedMutations:boolean=false splitHoldMutations:boolean=false
    returnCustomMutationTypes:boolean=false`,
  RequestLookupResponse: `requestDate:string^? callType:string^?<callType> cardNumber:string^? childCardNumber:string^?
    locationId:string^? terminalId:string^? employeeId:string^? vtUserId:string^? note:string^?
    externalTransactionId:string^? isVoided:boolean^? requestErrorCode:integer^? checkoutTotalBeforeDiscount:number^?
    totalDiscount:number^? balanceMutations:CampaignBalanceMutation[]^?
    holdBalanceMutations:CampaignBalanceMutation[]^? detailedHoldMutations:HistoricTransactionBalanceUpdate[]^?
    detailedNonHoldMutations:HistoricTransactionBalanceUpdate[]^?`,
  ReturnRequest: `cardNumber:string checkoutRequestRef:string childCardNumber:string
    returnedProducts:CheckoutProduct[] additionalReturnAmount:number failIfOverReturn:boolean^2=true
    reversePayments:boolean^2=false disableIssuedCoupons:boolean=true failIfCouponsUsed:boolean=true
    usedCouponResets:string^2=OnlyOnFullReturn<usedCouponResets> removeCustomEvents:boolean=false
    simulateOnly:boolean=false merchantName:string^2 customRequestDate:string`,
  ReturnResponse: '',
  SearchRequest: `filters:any! childFilters:any returnFields:SearchReturnFields includeInactive:any
    convertToCurrency:any`,
  SearchReturnFields: `balances:boolean=false balanceExpirations:boolean=false delayedBalances:boolean=false
    isEnrolled:boolean=false events:boolean=false customData:boolean=false thirdPartyLinks:boolean=false
    brandDemographics:boolean=false decorateCustomValues:boolean=false decorationLang:string=en
    giverCustomer:boolean=false alternateCustomer:boolean=false customer:boolean=false emailBounced:boolean=false
    mmsBounced:boolean=false childCards:boolean=false checkouts:boolean=false checkoutMutations:boolean=false
    coupons:boolean=false mailings:boolean^?=false segments:boolean^?=false metaData:boolean^?=false
    pin:boolean^?=false walletPassStatus:boolean^?=false personalOffers:boolean^?=false
    campaignCounters:boolean^?=false enrolledPrograms:boolean^?=false surveyResponses:boolean^?=false
    recommendationAmount:integer^?`,
  SearchResponse: 'cards:Card[] usedCache:boolean',
  TransferRequest: `action:string!<transferAction> cardNumber:string! oldCardNumber:string
    mergeMode:string=skip<mergeMode> overwriteDemographics:boolean copyCustomCardNumber:boolean=false
    ignoreHoldBalances:boolean=false transferCoupons:boolean=false owningLocationType:string=target<owningLocationType>
    returnBalanceMutations:boolean=false forcePinValidation:boolean=false pin:string childCardNumber:string
    oldChildCardNumber:string`,
  TransferResponse: '',
  TriggerCustomCampaignRequest: 'cardNumber:string! customKeyValues:CheckoutKeyValue[]',
  TriggerCustomCampaignResponse: 'sentNotifications:integer responseMessages:string[]',
  UpdateAccountRequest: `cardNumber:string! childCardNumber:string primaryCustomer:CustomerUpdates
    alternateCustomer:CustomerUpdates countAsEnrollment:boolean=false customCardNumber:string
    brandDemographics:BrandDemographicsProperties[] thirdPartyUpdates:ThirdPartyCardProperties[]
    newEvents:EventRegistration[] surveyResponses:SurveyResponseRegistration[]
    programEnrollments:ProgramEnrollment[]^2 customKeyValues:CheckoutKeyValue[] forcePinValidation:boolean=false
    pin:string updatedPin:string^2 skipOptInConfirmationEmails:boolean^2=false returnBalances:boolean=false
    returnBalanceMutations:boolean=false customRequestDate:string`,
  UpdateAccountResponse: 'balances:CardBalance[] balanceMutations:CampaignBalanceMutation[]',
  UpdateBalanceRequest: `cardNumber:string! action:string!<balanceAction> amount:CardBalanceAmount
    isReturnRelated:boolean=false issuedBalanceExpiration:string issuedBalanceActivation:string^2
    redeemMaxOnOverdraw:boolean=false redeemFromHoldTransactionId:string releaseHoldRemainder:boolean=false
    isCashout:boolean=false isAccountingAdjustment:boolean=false adjustStatus:AdjustmentStatusDetails
    suspensionReason:string<suspensionReason> returnBalances:boolean=false returnBalanceExpirations:boolean^2=false
    returnDelayedBalances:boolean^2=false forcePinValidation:boolean=false pin:string couponId:string^2
    subtrackIndex:integer^2 childCardNumber:string^2 orderTotal:number^2 merchantName:string^2 balanceReference:string
    customMutationType:string customKeyValues:CheckoutKeyValue[] customRequestDate:string`,
  UpdateBalanceResponse: `transactionId:string! cardNumber:string! balances:CardBalance[] didOverdraw:boolean
    overdrawAmount:number overdrawAmountOriginalCurrency:number convertedAmount:number^2`,
  VoidRequest: `requestRef:string! cardNumber:string childCardNumber:string disableIssuedCoupons:boolean^2=true
    failIfCouponsUsed:boolean=false usedCouponResets:boolean^2=false customMutationTypeOverride:string
    customRequestDate:string`,
  VoidResponse: '',
  // Requests whose paths the specification does not show
  CheckoutLookupRequest: 'checkoutTransactionId:string!',
  OfferActivityRequest: 'cardNumber:string',
  CommunicationActivityRequest: 'cardNumber:string',
  GeneratePassLinkRequest: 'cardNumber:string',
  ProcessMessageRequest: 'message:string cardNumber:string',
  ProcessMessageResponse: 'triggeredRuleCount:any',
  RenderTemplateRequest: 'templateId:string cardNumber:string',
  RenderTemplateResponse: 'subject:string body:string',
  TriggerReferRewardsRequest: 'cardNumber:string! checkoutCount:integer! checkoutTotalSum:number!',
  AddPersonalOfferRequest: '',
  TriggerCampaignRuleRequest: '',
  LogPushEventRequest: '',
  SubscriptionDetailsRequest: '',
}

/** The sets of values, in the specification's own spelling. */
export const specifiedValues: Readonly<Record<string, string>> = {
  balanceType: 'Points Currency Punches Custom',
  gender: 'F M',
  isMobile: 'Y N',
  preference: 'I O',
  mode: 'overwrite append appendUnique',
  legacyType: 'GI PR E MR LR AH I GR ER R EX T V X PI MI LI TR',
  callType: `UPDATE_BALANCE VOID_CHECKOUT SEARCH CHECKOUT_SETUP UPDATE_ACCOUNT REPORTING CHECKOUT_COMPLETE
    CHECKOUT_CANCEL ALLOCATE TRANSFER TRIGGER_ONLY RETURN_MERCHANDISE VOID ACCOUNT_HISTORY`,
  mutationType: 'Campaign Adjustment Cashout Transfer Expiration ReturnMerchandise Void Uknown Hold UpdateBalance',
  newStatus: 'Lost Closed Expired Suspended Stolen',
  cardStatus: 'Lost Activated Demo Closed Distributed Transfer Expired Suspended Inventory Stolen',
  subscriptionStatus: 'Active Inactive',
  recommendationType: 'Backup Personalized',
  groupType: 'ECOM, EMAIL, SMS, DIRECT MAIL, IN STORE, FEEDBACK, SOCIAL, MILESTONE, OTHER',
  discountType: 'percentageDiscount newGroupPrice bogo absoluteDiscount',
  responseChannel: 'phone direct email push',
  channel: 'phone email',
  trigger: 'date social checkout',
  couponAction: 'details use unuse reserve releaseReservation useReservation',
  usedCouponResets: 'Always Never OnlyOnFullReturn',
  transferAction: 'out in zero',
  mergeMode: 'skip combine overwrite',
  owningLocationType: 'min source target',
  balanceAction: 'adjustOnly issue redeem hold',
  suspensionReason: `lostOrStolenAccount other dataPrivacyRequest duplicateAccount employee hacked customer
    spamPhishing`,
}

/** The specification's limits: of a number its bounds, of a text and a list the bounds of its length. */
export const specifiedLimits: Readonly<Record<string, readonly [number, number]>> = {
  'AllocateRequest.cardNumber': [4, 100],
  'AllocateChildCardRequest.childCardNumber': [3, 25],
  'AllocateCouponRequest.newPin': [1, 20],
  'CardHistoryRequest.maxResults': [1, 100],
  'CardHistoryRequest.offset': [0, 1000],
  'CheckoutRequest.checkoutTotal': [0, 10_000_000],
  'CheckoutRequest.checkoutShippingTotal': [0, 10_000_000],
  'CheckoutRequest.checkoutTipTotal': [0, 10_000_000],
  'CheckoutRequest.coupons': [0, 10],
  'CheckoutRequest.recommendationAmount': [0, 20],
  'CommunicationActivityRequest.maxResults': [1, 100],
  'CommunicationActivityRequest.offset': [0, 1000],
  'CreateEventTypeRequest.sentiment': [-1, 1],
  'CustomerUpdates.latitude': [-90, 90],
  'CustomerUpdates.longitude': [-180, 180],
  'ListEventTypesRequest.limit': [10, 1000],
  'ListEventTypesRequest.offset': [0, 100_000],
  'PersonalOffer.percentageDiscount': [1, 100],
  'PersonalOffer.qualifyingSkus': [0, 5],
  'PersonalOffer.skus': [0, 5],
  'ReturnRequest.merchantName': [0, 64],
  'SearchReturnFields.recommendationAmount': [0, 20],
  'UpdateAccountRequest.customCardNumber': [0, 64],
  'UpdateAccountRequest.updatedPin': [0, 6],
  'UpdateBalanceRequest.balanceReference': [0, 25],
  'UpdateBalanceRequest.merchantName': [0, 64],
}

/**
 * What is required although the specification does not say so: of requests where a call without it could mean nothing,
 * of answers what is always there.
 */
export const requiredBesides: Readonly<Record<string, string>> = {
  AllocateChildCardRequest: 'cardNumber childCardNumber',
  UpdateChannelSubscriptionRequest: 'channel channelUser',
  OfferActivityRequest: 'cardNumber',
  CommunicationActivityRequest: 'cardNumber',
  GeneratePassLinkRequest: 'cardNumber',
  ProcessMessageRequest: 'message',
  RenderTemplateRequest: 'templateId cardNumber',
  ThirdPartyCardProperties: 'thirdParty',
  PersonalOfferProduct: 'sku',
  CardBalance: 'scale isHold',
  LocationData: 'externalId',
  HistoricCheckout: 'transactionReference isReturn checkoutDate locationId checkoutTotal',
  CardCoupon: 'couponId issuedDate',
  CardCampaignCounter: 'campaignCounterId lifetimeCount recentFirings',
  CardSubscription: 'subscriptionId subscriptionStatus assignmentDate',
  ValueTypeResult: 'balanceType scale',
  SubscriptionListInfo: 'uuid name isPublic',
  CampaignOption: 'optionId selected',
  ResponseObject: 'message receiptMessage',
  SearchResultEvent: 'eventDate eventType categoryId',
  AllocateResponse: 'cardNumber',
  AllocateCouponResponse: 'couponId',
  CardHistoryResponse: 'transactions matchCount transactionCount',
  ChannelSubscriptionResponse: `channel channelUser globalOptIn transactionalOptIn doubleOptIn doubleOptInConfirmed
    categories customKeyValues`,
  CheckoutResponse: 'transactionId responseMessages',
  CouponDetailsResponse: 'isAllocated isUsed isDisabled customTags allowedWithCards',
  ListEventTypesResponse: 'eventTypes',
  ListRequestsResponse: 'requestRefs',
  ListValueTypesResponse: 'valueTypes',
  ListSubscriptionListsResponse: 'subscriptionLists',
  RequestLookupResponse: 'requestDate isVoided balanceMutations',
  SearchResponse: 'cards usedCache',
  TriggerCustomCampaignResponse: 'sentNotifications responseMessages',
  UpdateBalanceResponse: 'didOverdraw',
  ProcessMessageResponse: 'triggeredRuleCount',
  RenderTemplateResponse: 'body',
}
