// What an expert writes by hand: five games as bitboards, with the random stream of `runtime/contract.py`, so that game number k of a seed is the very
// game that an engine's `playouts` plays. `limits.py` compiles this file and compares.

#include <cstdint>
#include <cstring>
#include <initializer_list>

using Word = uint64_t;

struct Sums { int64_t games, decisions, choices, first, second; };

struct Stream {
    Word low, high;
    explicit Stream(Word seed) {
        low = (seed + 2654435769ull * 3) & 0xffffffff;
        high = ((seed >> 32) * 69069 + 362437 * 3) % 536870912 + 1;
        for (int step = 0; step < 16; step++) below(1);
    }
    unsigned below(unsigned bound) {
        for (;;) {
            const Word next = 1073740155ull * low + high;
            low = next & 0xffffffff, high = next >> 32;
            if (low < 4294967296ull - bound || low < 4294967296ull - 4294967296ull % bound) return low % bound;
        }
    }
};

static int count(Word set) { return __builtin_popcountll(set); }
static int least(Word set) { return __builtin_ctzll(set); }

static int nth(Word set, unsigned n) {
    int at = 0;
    for (int half = 32; half; half /= 2) {
        const unsigned below = count(set & ((Word(1) << half) - 1));
        const bool beyond = n >= below;
        n -= beyond ? below : 0, at += beyond ? half : 0, set >>= beyond ? half : 0;
    }
    return at;
}

static int few(Word set, unsigned n) {
    while (n--) set &= set - 1;
    return least(set);
}

static void end(Sums& sums, int decisions, int winner) {
    sums.games++, sums.decisions += decisions, sums.first += winner == 0, sums.second += winner == 1;
}

// ---- tic-tac-toe: sites 0..8 by rows

static void tic_tac_toe(Word seed, Sums& sums) {
    Stream stream(seed);
    Word own = 0, theirs = 0;
    for (int decisions = 0;; decisions++) {
        const Word open = 511 & ~(own | theirs);
        if (!open) return end(sums, decisions, -1);
        const int found = 9 - decisions;
        sums.choices += found;
        own |= Word(1) << few(open, stream.below(found));
        if ((own & own >> 1 & own >> 2 & 0111) | (own & own >> 3 & own >> 6) | (own & own >> 4 & own >> 8) | (own & own >> 2 & own >> 4 & 4))
            return end(sums, decisions + 1, decisions & 1);
        const Word mine = own;
        own = theirs, theirs = mine;
    }
}

// ---- connect four: columns of six cells and a guard

static bool four(Word own) {
    for (int step : {1, 6, 7, 8}) {
        const Word two = own & own >> step;
        if (two & two >> 2 * step) return true;
    }
    return false;
}

static void connect_four(Word seed, Sums& sums) {
    constexpr Word BOTTOM = 0x40810204081, CELLS = BOTTOM * 63;
    Stream stream(seed);
    Word own = 0, all = 0;
    for (int decisions = 0;; decisions++) {
        const Word open = all + BOTTOM & CELLS;
        if (!open) return end(sums, decisions, -1);
        const int found = count(open);
        sums.choices += found;
        const int at = few(open, stream.below(found));
        own |= Word(1) << at, all |= Word(1) << at;
        if (four(own)) return end(sums, decisions + 1, decisions & 1);
        own ^= all;
    }
}

// ---- breakthrough: sites by rows from below; codes go by site, then clockwise from the north

static void breakthrough(Word seed, Sums& sums) {
    constexpr Word WEST = 0x0101010101010101, EAST = WEST << 7;
    Stream stream(seed);
    Word pawns[2] = {0xffff, 0xffffull << 48};
    for (int decisions = 0;; decisions++) {
        const int p = decisions & 1;
        const Word own = pawns[p], theirs = pawns[1 - p], all = own | theirs;
        const Word left = own & ~WEST, right = own & ~EAST;
        // Pawns that can go to the west, ahead, to the east.
        const Word west = p ? left & ~(own << 9) : left & ~(own >> 7);
        const Word ahead = p ? own & ~(all << 8) : own & ~(all >> 8);
        const Word east = p ? right & ~(own << 7) : right & ~(own >> 9);
        unsigned found = count(west) + count(ahead) + count(east), n = stream.below(found);
        sums.choices += found;
        int at = 0;
        for (int half = 32; half; half /= 2) {
            const Word lower = ((Word(1) << half) - 1) << at;
            const unsigned below = count(west & lower) + count(ahead & lower) + count(east & lower);
            if (n >= below) n -= below, at += half;
        }
        const Word from = Word(1) << at;
        const Word ways[3] = {p ? east : ahead, p ? ahead : east, west};
        int way = 0;
        while (!(ways[way] & from) || n-- > 0) way++;
        const int side = way == 2 ? -1 : way == (p ? 0 : 1), to = at + (p ? -8 : 8) + side;
        pawns[p] = own ^ from | Word(1) << to;
        pawns[1 - p] = theirs & ~(Word(1) << to);
        if (!pawns[1 - p] || (p ? to < 8 : to >= 56)) return end(sums, decisions + 1, p);
    }
}

// ---- reversi: sites by rows

static constexpr Word INNER = 0x7e7e7e7e7e7e7e7e;
static constexpr int STEPS[4] = {1, 8, 7, 9};

static Word places(Word own, Word theirs) {
    Word found = 0;
    for (int step : STEPS) {
        const Word between = step == 8 ? theirs : theirs & INNER;
        Word up = between & own << step, down = between & own >> step;
        for (int n = 0; n < 5; n++) up |= between & up << step, down |= between & down >> step;
        found |= up << step | down >> step;
    }
    return found & ~(own | theirs);
}

static Word turned(Word own, Word theirs, Word put) {
    Word found = 0;
    for (int step : STEPS) {
        const Word between = step == 8 ? theirs : theirs & INNER;
        Word up = between & put << step, down = between & put >> step;
        for (int n = 0; n < 5; n++) up |= between & up << step, down |= between & down >> step;
        if (up << step & own) found |= up;
        if (down >> step & own) found |= down;
    }
    return found;
}

static void reversi(Word seed, Sums& sums) {
    Stream stream(seed);
    Word own = Word(1) << 28 | Word(1) << 35, theirs = Word(1) << 27 | Word(1) << 36;
    Word open = places(own, theirs);
    for (int decisions = 0;; decisions++) {
        const int found = open ? count(open) : 1;
        sums.choices += found;
        const unsigned n = stream.below(found);
        if (open) {
            const Word put = Word(1) << nth(open, n), changed = turned(own, theirs, put);
            own |= put | changed, theirs &= ~changed;
        }
        const Word mine = own;
        own = theirs, theirs = mine;
        open = places(own, theirs);
        if (!open && !places(theirs, own)) {
            const int lead = (count(own) - count(theirs)) * (decisions & 1 ? 1 : -1);
            return end(sums, decisions + 1, lead > 0 ? 0 : lead < 0 ? 1 : -1);
        }
    }
}

// ---- hex: chains of both players in one forest, the edges that a chain touches at its root

static constexpr int SIZE = 11;

static int root(uint8_t* above, int at) {
    while (above[at] != at) at = above[at] = above[above[at]];
    return at;
}

static void hex(Word seed, Sums& sums) {
    Stream stream(seed);
    Word open[2] = {~Word(0), (Word(1) << (SIZE * SIZE - 64)) - 1};
    uint8_t above[SIZE * SIZE], edges[SIZE * SIZE], owner[(SIZE + 2) * (SIZE + 2)];
    std::memset(owner, 2, sizeof owner);
    for (int decisions = 0;; decisions++) {
        const int p = decisions & 1, found = SIZE * SIZE - decisions;
        sums.choices += found;
        const unsigned n = stream.below(found), low = count(open[0]);
        const int at = n < low ? nth(open[0], n) : 64 + nth(open[1], n - low);
        open[at >> 6] &= ~(Word(1) << (at & 63));
        const int y = at / SIZE, x = at % SIZE, along = p ? x : y, cell = (y + 1) * (SIZE + 2) + x + 1;
        owner[cell] = p, above[at] = at;
        int touched = (along == 0) | (along == SIZE - 1) << 1;
        constexpr int BESIDE[6][2] = {{1, 0}, {-1, 0}, {0, 1}, {0, -1}, {-1, 1}, {1, -1}};
        for (const auto& way : BESIDE)
            if (owner[cell + way[1] * (SIZE + 2) + way[0]] == p) {
                const int other = root(above, at + way[1] * SIZE + way[0]);
                if (other != at) touched |= edges[other], above[other] = at;
            }
        edges[at] = touched;
        if (touched == 3) return end(sums, decisions + 1, p);
    }
}

extern "C" void play(int game, int64_t seed, int64_t first, int64_t games, Sums* sums) {
    constexpr void (*GAMES[])(Word, Sums&) = {tic_tac_toe, connect_four, breakthrough, reversi, hex};
    for (int64_t k = first; k < first + games; k++) GAMES[game](seed + k, *sums);
}
