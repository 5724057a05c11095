// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program whose functions have long names, for tests of what fits in a line.
#include <map>
#include <string>
#include <vector>
#include <unordered_map>
#include <algorithm>
#include <iostream>
#include <functional>
#include <numeric>
namespace geometry { namespace { template<class T,int N> struct Grid { std::vector<T> v; Grid():v(N*N){} T&operator()(int i,int j){return v[i*N+j];} operator std::vector<T>() const {return v;} 
 template<class F> void each(F f){for(auto&x:v)f(x);} }; 
 template<class T> bool operator<(Grid<T,8> const&a,Grid<T,8> const&b){return a.v<b.v;} } 
template<class T> T total(std::vector<T> const&v){return std::accumulate(v.begin(),v.end(),T());} }
using namespace geometry;
int main(){std::unordered_map<std::string,std::vector<int>> m; std::map<int,std::string> o;
for(int i=0;i<2000;i++){m[std::to_string(i%97)].push_back(i);o[i*7%1000]=std::to_string(i);}
Grid<double,64> g; Grid<float,8> h,k; double s=0; g.each([&](double&x){x=s+=1;}); h.each([](float&x){x=1;});
std::vector<double> c=g; std::vector<float> d=h; std::vector<std::string> w; for(auto&x:o)w.push_back(x.second);
std::sort(w.begin(),w.end(),[](std::string const&a,std::string const&b){return a.size()<b.size()||a.size()==b.size()&&a>b;});
std::sort(c.begin(),c.end(),std::greater<>());
std::function<int(int)> f=[&](int i){return (int)m[std::to_string(i)].size();}; int n=0; for(int i=0;i<97;i++)n+=f(i);
std::cout<<total(c)+total(d)<<' '<<n<<' '<<(h<k)<<' '<<w[3]<<std::endl;}
