import json


class Person:
    """A member who uses Discord over plain HTTP."""

    def __init__(self, session, origin, member):
        self.id = int(member["id"])
        self._session = session
        self._origin = origin
        self._headers = {"Authorization": member["token"]}

    async def api(self, method, path, body=None):
        return await self._request(method, f"{self._origin}/api/v10{path}", body)

    async def say(self, channel_id, text):
        return await self.api("POST", f"/channels/{channel_id}/messages", {"content": text})

    async def interact(self, body):
        """Starts an interaction and waits until it is answered."""
        url = f"{self._origin}/sandbox/people/interactions"
        view = await self._request("POST", url, body)
        while not view["isAnswered"]:
            assert view["failure"] is None, view["failure"]
            view = await self._request("GET", f"{url}/{view['id']}?after={view['revision']}")
        return view

    async def slash(self, channel_id, path, options=None, **more):
        return await self.interact(
            {"kind": "slash", "channel_id": str(channel_id), "path": path, "options": options or {}, **more}
        )

    async def use(self, message, component, values=()):
        return await self.interact(
            {
                "kind": "component",
                "channel_id": str(message["channel_id"]),
                "message_id": str(message["id"]),
                "component": component,
                "values": list(values),
            }
        )

    async def submit(self, view, values):
        return await self.interact({"kind": "modal", "interaction_id": view["id"], "values": values})

    async def menu(self, kind, channel_id, name, target_id):
        return await self.interact(
            {
                "kind": "menu",
                "type": kind,
                "channel_id": str(channel_id),
                "name": name,
                "target_id": str(target_id),
            }
        )

    async def _request(self, method, url, body=None):
        async with self._session.request(method, url, json=body, headers=self._headers) as response:
            text = await response.text()
            assert response.status < 300, f"{method} {url}: {response.status} {text}"
            return json.loads(text) if text else None
