"""Uses Debian's python3-googleapi as Perspective's documentation does, and prints the answer."""

import json
import sys

from googleapiclient import discovery, errors

root, key = sys.argv[1:]
client = discovery.build(
    "commentanalyzer",
    "v1alpha1",
    developerKey=key,
    discoveryServiceUrl=f"{root}/$discovery/rest?version=v1alpha1",
)
body = {
    "comment": {"text": "friendly greetings from python"},
    "requestedAttributes": {"TOXICITY": {}},
}
scores = client.comments().analyze(body=body).execute()
try:
    client.comments().analyze(body={"comment": {"text": ""}}).execute()
    problem = None
except errors.HttpError as error:
    problem = json.loads(error.content)["error"]
suggestion = client.comments().suggestscore(
    body={
        "comment": {"text": "hello"},
        "attributeScores": {"TOXICITY": {"summaryScore": {"value": 0}}},
        "clientToken": "t",
    }
).execute()
print(json.dumps({"scores": scores, "problem": problem, "suggestion": suggestion}))
