import { unveil } from '../unveil.ts';

/** Splits a comma-separated list. */
const list = (text: string): string[] =>
  unveil(text)
    .split(',')
    .map((entry) => entry.trim());

/** The slots of the category templates, in addition to the general ones in `../slots.ts`. */
export const categorySlots: Readonly<Record<string, readonly string[]>> = {
  GRP: list(`
    jews, the jews, muslims, the muslims, gays, the gays, black people, blacks, mexicans, indians, asians, chinese people,
    arabs, women, immigrants, migrants, refugees, christians, trans people, lesbians, gypsies, romanians,
    poles, turks, russians, ukrainians, israelis, palestinians, white people, africans, pakistanis, disabled people,
    autists, foreigners, hindus, catholics, koreans, japanese people, brown people, homosexuals, latinos, somalis,
    nigerians, kurds, albanians, trans women, feminine gays, girls, femboys, lgbt people, queers`),
  IDSLUR: list(`
    ~avttre~, ~avttre~, ~avttn~, ~snttbg~, ~snttbg~, ~snt~, ~xvxr~, ~fcvp~, ~puvax~, ~tbbx~, ~genaal~, ~qlxr~,
    ~enturnq~, ~gbjryurnq~, ~jrgonpx~, ~cnxv~, ~ergneq~, ~ergneq~, ~fnaqavttre~, ~ornare~, ~pbba~, ~gne onol~,
    ~furznyr~, ~zbatbybvq~, ~cbepu zbaxrl~, ~pnzry wbpxrl~, ~tlccb~, ~mvccreurnq~, ~fcnm~, ~xhssne~, ~wvtnobb~`),
  IDSLURS: list(`
    ~avttref~, ~avttref~, ~avttnf~, ~snttbgf~, ~sntf~, ~xvxrf~, ~fcvpf~, ~puvaxf~, ~tbbxf~, ~genaavrf~, ~qlxrf~,
    ~enturnqf~, ~gbjryurnqf~, ~jrgonpxf~, ~cnxvf~, ~ergneqf~, ~fnaqavttref~, ~ornaref~, ~pbbaf~, ~furznyrf~,
    ~tlccbf~, ~zbatbybvqf~`),
  HURTS: list(`
    kill, shoot, stab, beat up, beat the ~fuvg~ out of, cripple, hurt, murder, strangle, choke, hunt down,
    jump, burn, cut up, gut, knock out, curb stomp, run over, slice up, end`),
  THINGS: list(`
    mondays, this game, this printer, homework, taxes, lag, school, cancer, this map, the new patch, matchmaking, ads,
    math, traffic, early classes, capitalism, autocorrect, my alarm, windows updates, mosquitoes, winter, the flu,
    this boss, that level, queue times, group projects, pineapple pizza, spawn camping, this bug, css, my knee`),
  // Slots for code: names, calls, files and so on, written as in code.
  IDENT: list(`
    app, server, client, config, options, data, result, value, key, user, users, token, tokens, message, messages, channel,
    guild, member, role, webhook, interaction, embed, payload, request, response, req, res, body, header, query, params,
    path, file, files, stream, buffer, cache, store, session, cookie, queue, worker, job, task, event, events, handler,
    listener, callback, promise, timer, timeout, interval, retry, limit, count, total, index, items, list, entries, rows,
    column, table, record, schema, model, node, parent, child, children, root, tree, leaf, parser, lexer, source, target,
    output, input, args, flags, env, logger, log, debug, error, err, warning, status, code, state, props, ref, hook,
    component, route, router, middleware, context, socket, connection, pool, db, database, transaction, migration, driver,
    player, score, enemy, health, damage, position, velocity, sprite, world, wallet, address, account, balance, price, order,
    invoice, payment, email, password, secret, hash, salt, signature, cert, proxy, host, port, domain, url, uri, link, image,
    badge, version, release, branch, commit, tag, patch, diff, merge, plugin, module, package, theme, locale, format,
    formatter, encoder, decoder, reader, writer, iterator, generator, factory, instance, prototype, singleton, snapshot,
    manager, master, slave, daemon, thread, mutex, lock, semaphore, signal, process, fork, exec, shell, script, test, mock,
    fixture, expected, actual, previous, current, next, latest, enabled, disabled, ready, isValid, userId, guildId,
    accessToken, apiKey, privateKey, baseUrl, fileName, maxRetries, statusCode, createdAt, foo, bar, baz, tmp, idx, ctx`),
  CALL: list(`
    get, set, create, make, build, parse, format, load, save, read, write, open, close, send, receive, fetch, push, pull,
    add, remove, insert, update, delete, clear, reset, start, stop, run, init, setup, connect, disconnect, bind, listen,
    emit, subscribe, dispatch, register, resolve, reject, validate, verify, check, match, test, assert, compare, sort,
    filter, map, reduce, find, merge, split, join, slice, encode, decode, encrypt, decrypt, sign, hash, compress, extract,
    render, draw, update, spawn, kill, abort, destroy, execute, exec, attach, detach, enable, disable, extend, debug,
    createServer, createClient, getUser, setToken, sendMessage, readFile, writeFile, parseInt, toString, addEventListener,
    querySelector, useState, setState, forEach, createDebug, valueOf, toJSON, stringify, requestAnimationFrame, setPresence`),
  TYPE: list(`
    App, Server, Client, User, Token, Message, Channel, Guild, Cache, Store, Session, Queue, Worker, Job, EventEmitter,
    Handler, Parser, Logger, ErrorHandler, Component, Router, Socket, Pool, Database, Player, Enemy, Wallet, Account, Buffer,
    ReadStream, WriteStream, HttpAgent, WebSocketManager, SlashCommandBuilder, EmbedBuilder, Map, Set, Promise, Date, Symbol,
    CustomError, SnapshotManager, TextDecoder, AbortController, GameObject, MonoBehaviour, ArrayList, HashMap, Vec`),
  PACKAGE: list(`
    express, fastify, react, vue, svelte, lodash, axios, discord.js, @discordjs/rest, @discordjs/builders, undici, zod, pino,
    winston, debug, chalk, commander, dotenv, typescript, eslint, prettier, vitest, jest, mocha, vite, webpack, rollup,
    esbuild, next, nuxt, prisma, sequelize, mongoose, redis, pg, sqlite3, better-sqlite3, socket.io, ws, node-fetch, got,
    moment, luxon, uuid, semver, glob, minimatch, picomatch, rimraf, mkdirp, tar, sharp, canvas, puppeteer, playwright,
    discord.py, requests, flask, django, numpy, pandas, torch, tokio, serde, serenity, fs-minipass, node-gyp, agentkeepalive,
    http-proxy-agent, iconv-lite, keyv, kysely, micromatch, magic-string, fast-check, deepmerge, err-code, string-width`),
  FILE: list(`
    index.js, main.ts, app.py, bot.js, server.go, lib.rs, Main.java, utils.ts, config.json, package.json, tsconfig.json,
    README.md, CHANGELOG.md, Dockerfile, docker-compose.yml, Makefile, .env, .gitignore, style.css, index.html, schema.sql,
    test.js, parser.test.ts, handler.lua, player.cs, commands/ping.js, events/ready.js, src/index.ts, dist/bundle.min.js`),
  DEVHOST: list(`
    github.com, npmjs.com, nodejs.org, stackoverflow.com, developer.mozilla.org, docs.python.org, pypi.org, crates.io,
    docs.rs, hub.docker.com, gitlab.com, typescriptlang.org, reactjs.org, discord.js.org, discordjs.guide, discord.com/developers,
    vitejs.dev, esbuild.github.io, unpkg.com, cdn.jsdelivr.net, travis-ci.org, codecov.io, img.shields.io, badgen.net,
    example.com, api.example.org, sapphirejs.dev, kafka.apache.org, tools.ietf.org, packages.example.org, raw.githubusercontent.com`),
  VERSION: ['{0|1|2|3|5|8|10|14|20}.{0|1|2|5|11|18}.{0|1|2|3|7|14}{|-beta.1|-rc.2|}'],
  NUMBER: [
    '{0|1|2|3|4|5|8|10|12|16|20|24|32|50|60|64|80|100|128|200|255|404|500|1000|1024|3000|8080}',
  ],
  HASH: [
    '{0572c1d|6d13165|3c49cc4|b0f1a4e|d262910|4b83c3d|a1b2c3d|deadbeef|9f8e7d6|ec15ab2|73fd6e1|1bcbe40}',
  ],
  FULLNAME: list(`
    kevin harlow, mark brandt, julia reyes, tyler novak, samantha cole, daniel ortiz, lukas weber, emily hartmann,
    jake morrison, priya nair, brandon kelly, sofia lindgren, aaron whitfield, mia castellano, peter kowalski`),
  ADDRESS: [
    '{12|48|1127|305|9|77|2210} {oak|maple|elm|pine|cedar|birch|willow|lincoln|hill|park} {street|st|ave|avenue|road|lane|drive}{, springfield|, dayton ohio|, leeds|, portland|, 44107|, austin tx 78704|, apt 4b|}',
    '{gartenstrasse|lindenweg|hauptstr} {4|17|23b}{, 70173 stuttgart|, köln|, 1010 wien|}',
    '{flat 3,|number 9,|} {queens road|mill lane|church street} {42|11|7}{, bristol bs5 6hx|, manchester m14|, dublin|}',
  ],
  SCHOOL: list(`
    lincoln high, westfield middle school, northside high school, st marys, roosevelt high, oakwood academy,
    hillcrest elementary, the gymnasium in kassel, riverside community college, jefferson middle school`),
  SHOP: list(`
    the walmart on 5th, the tesco in croydon, burger king downtown, the vet clinic on main street, best buy in dayton,
    the aldi next to the station, the library in mitte, a bank in leeds`),
  PHONE: [
    '{555|614|212|310} {555|867|443} {0123|0187|5309|0142}',
    '+1 {614|202|415} 555 01{12|37|62|88}',
    '{07700|0151|0176} {900461|900 123|555 0199|5550143}',
  ],
  IP: ['{84|73|92|188|24|109}.{112|45|201|17|66}.{9|38|154|220}.{14|77|131|202}'],
  BADLINK: [
    'https://{dlscord|discorcl|disc0rd|discrod|discord-app|dlscordapp|discord-nitro|nitro-disc}{-gift|-nitro|gifts|-promo|.nitro|}.{com|ru|xyz|gift|click|info|shop}/{claim|nitro|gift|login|a8Fk2|}',
    'http{s|}://{steamcomrnunity|steamcommunlty|stearncommunity|steam-gift|steamnitro|csgo-drop|skins-case|steampowred}.{ru|com|xyz|ru.com|pro|top}/{gift|trade|login|id/claim|tradeoffer|}',
    'https://{metamask-verify|opensea-mint|free-mint|airdrop-claim|stake-bonus|robux-free|vbucks-gen|wallet-sync|beast-casino|crypto-x2|paypal-limit}.{com|io|app|xyz|vercel.app|net|org|site}{/claim|/login|}',
    '{bit.ly|tinyurl.com|cutt.ly|is.gd|t.ly|rb.gy}/{3xK9aZ|nitro-free|gift50|freemint|y7d2kq}',
  ],
  BADINVITE: [
    'discord.gg/{nudez|sexcams|leaks18|girlsx|ez18|hotgirls|freenitro|VcXy82P}',
    'https://discord.gg/{teenx|onlyleaks|egirls18|nsfw|nitro4free|kQ82bbZ}',
    'discord.com/invite/{leaksx|camgirls|nitrodrop}',
  ],
};
