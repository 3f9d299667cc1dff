import { ATTRIBUTES } from '../attributes/attributes.ts';

type Schema = Readonly<Record<string, unknown>>;

const string = { type: 'string' };
const boolean = { type: 'boolean' };
const integer = { type: 'integer', format: 'int32' };
const float = { type: 'number', format: 'float' };
const ref = (name: string): Schema => ({ $ref: name });
const arrayOf = (items: Schema): Schema => ({ type: 'array', items });
const mapOf = (name: string): Schema => ({ type: 'object', additionalProperties: ref(name) });

const SCORE_TYPE = {
  type: 'string',
  enum: ['SCORE_TYPE_UNSPECIFIED', 'PROBABILITY', 'STD_DEV_SCORE', 'PERCENTILE', 'RAW'],
};

const PROPERTIES: Readonly<Record<string, Readonly<Record<string, Schema>>>> = {
  AnalyzeCommentRequest: {
    comment: ref('TextEntry'),
    context: ref('Context'),
    requestedAttributes: {
      ...mapOf('AttributeParameters'),
      description: `Attributes to score: ${ATTRIBUTES.join(', ')}.`,
    },
    languages: arrayOf(string),
    spanAnnotations: boolean,
    doNotStore: boolean,
    dropUnsupportedAttributes: boolean,
    clientToken: string,
    sessionId: string,
    communityId: string,
  },
  AnalyzeCommentResponse: {
    attributeScores: mapOf('AttributeScores'),
    languages: arrayOf(string),
    detectedLanguages: arrayOf(string),
    clientToken: string,
  },
  SuggestCommentScoreRequest: {
    comment: ref('TextEntry'),
    context: ref('Context'),
    attributeScores: mapOf('AttributeScores'),
    languages: arrayOf(string),
    clientToken: string,
    sessionId: string,
    communityId: string,
  },
  SuggestCommentScoreResponse: { clientToken: string },
  AttributeParameters: { scoreType: SCORE_TYPE, scoreThreshold: float },
  AttributeScores: { summaryScore: ref('Score'), spanScores: arrayOf(ref('SpanScore')) },
  SpanScore: { begin: integer, end: integer, score: ref('Score') },
  Score: { value: float, type: SCORE_TYPE },
  TextEntry: {
    text: string,
    type: { type: 'string', enum: ['TEXT_TYPE_UNSPECIFIED', 'PLAIN_TEXT', 'HTML'] },
  },
  Context: {
    entries: arrayOf(ref('TextEntry')),
    articleAndParentComment: ref('ArticleAndParentComment'),
  },
  ArticleAndParentComment: { article: ref('TextEntry'), parentComment: ref('TextEntry') },
};

const QUERY_PARAMETERS = {
  key: { type: 'string', location: 'query', description: 'API key.' },
  alt: { type: 'string', location: 'query', enum: ['json'], default: 'json' },
  prettyPrint: { type: 'boolean', location: 'query', default: 'true' },
};

function method(name: string, request: string, response: string): Schema {
  const path = `v1alpha1/comments:${name}`;
  return {
    id: `commentanalyzer.comments.${name}`,
    path,
    flatPath: path,
    httpMethod: 'POST',
    parameters: {},
    parameterOrder: [],
    request: ref(request),
    response: ref(response),
  };
}

/** The description of this interface, which Google's clients fetch first. `rootUrl` ends with a slash. */
export function discoveryDocument(rootUrl: string): Schema {
  return {
    kind: 'discovery#restDescription',
    discoveryVersion: 'v1',
    id: 'commentanalyzer:v1alpha1',
    name: 'commentanalyzer',
    version: 'v1alpha1',
    title: 'Perspective Comment Analyzer API',
    description: 'Scores comments like Perspective, answered by Portcullis.',
    protocol: 'rest',
    rootUrl,
    baseUrl: rootUrl,
    basePath: '',
    servicePath: '',
    batchPath: 'batch',
    parameters: QUERY_PARAMETERS,
    resources: {
      comments: {
        methods: {
          analyze: method('analyze', 'AnalyzeCommentRequest', 'AnalyzeCommentResponse'),
          suggestscore: method(
            'suggestscore',
            'SuggestCommentScoreRequest',
            'SuggestCommentScoreResponse',
          ),
        },
      },
    },
    schemas: Object.fromEntries(
      Object.entries(PROPERTIES).map(([id, properties]) => [
        id,
        { id, type: 'object', properties },
      ]),
    ),
  };
}
