import { listModes } from '../../../../domain/account/list-change.ts'
import {
  date,
  dateTime,
  decimal,
  flag,
  id,
  integer,
  list,
  model,
  oneOf,
  text,
} from '../../../../ground/contract/field.ts'

const brandDemographicsValue = model(
  'BrandDemographicsValue',
  "A value. The one of the field's type counts, and at least one must be set.",
  {
    dateValue: date('A date.'),
    stringValue: text('A text.').max(1000),
    decimalValue: decimal('A number. A whole one for an Integer field.'),
    integerValue: integer('A whole number.'),
  },
)

export const brandDemographicsProperties = model(
  'BrandDemographicsProperties',
  "A value of one of the brand's own fields.",
  {
    fieldName: id('The field, which the brand must have.').required(),
    value: text(
      'The value. A date as yyyy-MM-dd. Not together with values. If both are absent when overwriting, the field loses ' +
        'its value.',
    ).clearable(),
    values: list('Several values, for a field that is a list.', brandDemographicsValue).v2(),
    mode: oneOf('What to do with the existing values.', listModes).default('overwrite').v2(),
  },
)

const thirdPartyCategory = model('ThirdPartyCategory', 'An opt-in to a subscription list, or an opt-out.', {
  optIn: flag('Whether messages of the list are wanted.').required().default(false),
  uuid: id('The list. Required when name is absent.'),
  name: id('The list by its name, in upper or lower case.').max(200),
  optInPending: flag('Responses only: an opt-in by phone that waits for the customer to answer YES.'),
  optInConfirmed: flag('Responses only: the customer has answered YES.'),
  optInSourceName: id(
    'Where the opt-in was given, by name. Opt-ins by phone need this or optInSourceId. Each replaces the other.',
  ),
  optInSourceId: id('Where the opt-in was given, by id. Not together with optInSourceName.'),
})

export const thirdPartyCardProperties = model(
  'ThirdPartyCardProperties',
  'A channel, a social network or custom data.',
  {
    thirdParty: id('email, phone, custom, or the name of a social network. In upper or lower case; kept in lower case.')
      .max(64)
      .required(),
    optIn: flag('Whether messages are wanted. An opt-out ends the opt-ins to all lists of the channel.'),
    username: text('The user name there.').max(254).clearable(),
    customData: text("Your own data. For custom: the card's custom data.").max(10_000).clearable(),
    categories: list('Opt-ins to lists of the channel, and opt-outs. Only for email and phone.', thirdPartyCategory),
  },
)

export const customEventProperty = model('CustomEventProperty', 'A property of an event.', {
  key: text('Its name.').required(),
  value: text('Its value.').required(),
})

export const eventRegistration = model('EventRegistration', 'An event of the card.', {
  eventType: id('CUSTOM, or a root type such as BOUNCED and UNBOUNCED, which need no definition.')
    .max(64)
    .default('CUSTOM'),
  categoryId: id('The kind of event. For type CUSTOM it must be defined.').required(),
  specificId: id('What the event is about.'),
  eventDate: dateTime('When it happened. Absent: now.'),
  payload: text('Its content.').max(10_000),
  properties: list('Its properties. Each key may occur once.', customEventProperty).max(100),
})

const surveyFieldRegistration = model('SurveyFieldRegistration', 'An answer to a survey question.', {
  fieldName: id('The question.').required(),
  setValue: flag('False takes the answer back.').required(),
  numericalValue: integer('A number. Dates as milliseconds since 1970, yes and no as 1 and 0.'),
  numericalValues: list('Several numbers.', integer('A number.')).max(100),
  stringValue: text('A text. For a choice, the exact value.'),
  stringValues: list('Several texts.', text('A text.')).max(100),
})

export const surveyResponseRegistration = model('SurveyResponseRegistration', 'Answers to one sending of a survey.', {
  surveyId: id('The survey.').required(),
  instanceId: id('Which sending of the survey.').required(),
  sentDate: dateTime('When it was sent.'),
  fieldResponses: list('The answers. Each replaces an earlier one.', surveyFieldRegistration).max(200).required(),
  removeRegistration: flag('Remove all answers to this sending.').default(false),
  responseChannel: oneOf('How it was answered.', ['phone', 'direct', 'email', 'push']),
})

export const programEnrollment = model('ProgramEnrollment', 'An enrollment in a program, or the end of one.', {
  program: id('The program.').required(),
  enroll: flag('Whether to enroll; false ends the enrollment.').required().default(false),
})
